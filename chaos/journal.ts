/** The record of a witness, one line of JSON each, append-only: it survives every process that is killed. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A request of the load client, and its outcome. `token` names the request, over all its repetitions. */
export type ClientLine =
  | {
      kind: 'asked';
      at: number;
      token: string;
      account: string;
      fate: Fate;
      destinations: string[];
      parts: number;
      key: boolean;
      scheduled: boolean;
      reports: boolean;
    }
  | {
      kind: 'accepted';
      at: number;
      token: string;
      scheduled: boolean;
      messages: { messageId: string; destination: string }[];
    }
  | { kind: 'refused'; at: number; token: string; status: number; error: string }
  | { kind: 'unanswered'; at: number; token: string; reason: string }
  | { kind: 'cancelled' | 'too late' | 'cancel unanswered'; at: number; messageId: string };

/** Delivered, failed by its receipt, or refused at submit: written into the text, so that the carrier knows it. */
export type Fate = 'D' | 'F' | 'R';

/** One submit at the carrier, and how it was answered. */
export type CarrierLine = { at: number; token: string; destination: string; part: number; status: string };

/** One webhook at the endpoint. `answered` is 0 where the connection was cut instead. */
export type ReportLine = {
  at: number;
  webhookId: string;
  messageId: string;
  header: string;
  status: string;
  body: string;
  answered: number;
};

/**
 * A deliberate fault. `until` is there if it lasted; `bounded` if it explains no more repetitions than one kill all
 * the same.
 */
export type TroubleLine = { at: number; until?: number; bounded?: boolean; kind: string; detail: string };

export type Journal<Line> = { write(line: Line): void; close(): void };

export function openJournal<Line extends object>(file: string): Journal<Line> {
  const descriptor = openSync(file, 'a');
  return {
    write: (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** An incomplete line was never finished; it can only be the last. */
export function readJournal<Line>(file: string): Line[] {
  const text = readFileSync(file, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
