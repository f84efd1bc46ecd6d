import { many, say, some } from '../text/said.ts';
import { type Finding, found, note, ok, problem, span } from './finding.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
const leastFreeBytes = 512 * mebibyte;
const scarceBytes = 4 * gibibyte;

/** Without free space, the embedded database and its log stop. */
export function freeSpace(bytes: number, folder: string): Finding {
  if (bytes < leastFreeBytes) {
    const text = say`Only ${Math.round(bytes / mebibyte)} MiB are free in ${folder}`;
    const advice = 'Free disk space, or move HERMOD_DATA_DIR: PostgreSQL stops when the disk is full';
    return {
      ...problem('Disk', text, advice),
      ready: { text: 'the disk of the database is nearly full', blocks: false },
    };
  }
  const text = say`${(bytes / gibibyte).toFixed(1)} GiB are free in ${folder}`;
  return bytes < scarceBytes
    ? note('Disk', text, 'Free disk space soon, or keep less data (HERMOD_RETENTION_DAYS)')
    : ok('Disk', text);
}

const dayMs = 86_400_000;

export function certificate(validFrom: Date, validTo: Date, now: number): Finding {
  const finding = validity(validFrom, validTo, now);
  if (finding.verdict !== 'problem') return finding;
  return { ...finding, ready: { text: `the certificate: ${finding.text}`, blocks: false } };
}

function validity(validFrom: Date, validTo: Date, now: number): Finding {
  const check = 'Certificate';
  const days = Math.floor((validTo.getTime() - now) / dayMs);
  const until = validTo.toISOString().slice(0, 10);
  const renew = 'Put a new one in place (HERMOD_TLS_CERT, HERMOD_TLS_KEY), and run hermod reload';
  if (validFrom.getTime() > now)
    return problem(
      check,
      say`It is not valid before ${validFrom.toISOString()}`,
      'Check the clock of this machine, or the certificate',
    );
  if (validTo.getTime() <= now) return problem(check, say`It expired on ${until}: clients reject it`, renew);
  const text = say`It is valid until ${until}, for ${many(days, 'day')} more`;
  if (days < 3) return problem(check, text, renew);
  return days < 21 ? note(check, text, renew) : ok(check, text);
}

/** How far the clock of this process is behind that of the database (negative: ahead), and the error of the measurement. */
export function clocks(differenceMs: number, exactMs: number): Finding {
  const certain = Math.abs(differenceMs) - exactMs;
  const text = say`Process and database differ by ${(Math.abs(differenceMs) / 1_000).toFixed(1)} s`;
  const advice = 'Synchronize both machines with a time server (chrony, systemd-timesyncd)';
  if (certain > 60_000) return problem('Clock', text, advice);
  return certain > 2_000 ? note('Clock', text, advice) : ok('Clock', text);
}

type RunningProcess = { readonly version: string | null; readonly silentSeconds: number };
type LostProcess = {
  readonly id: string;
  readonly host: string | null;
  readonly pid: number | null;
  readonly agoSeconds: number;
};

/** Heartbeats come every two seconds. */
const silent = 10;

export function processes(running: readonly RunningProcess[], lost: readonly LostProcess[]): Finding[] {
  const quiet = running.filter(({ silentSeconds }) => silentSeconds > silent).length;
  const versions = [...new Set(running.map(({ version }) => version ?? 'an older version'))].sort();
  return found([
    quiet > 0
      ? problem(
          'Processes',
          say`${quiet} of ${running.length} have sent no heartbeat for ${silent} s`,
          'Their work is taken over after 30 s of silence; see their logs',
        )
      : ok('Processes', say`${running.length} running, version ${versions.join(' and ')}`),
    versions.length > 1
      ? note(
          'Versions',
          say`Versions ${versions.join(' and ')} run at the same time`,
          'Fine during an update; otherwise restart the old ones',
        )
      : undefined,
    lostFinding(lost),
  ]);
}

function lostFinding(lost: readonly LostProcess[]): Finding | undefined {
  const [last] = lost;
  if (last === undefined) return undefined;
  const recent = lost.filter(({ agoSeconds }) => agoSeconds < 3_600).length;
  const names = lost.map(({ id, host, pid }) => (host === null ? id : `${host} ${pid}`));
  const text = say`${lost.length} ended unexpectedly in the last 24 h (${some(names)}), the last one ${span(last.agoSeconds)} ago`;
  const advice =
    'Other processes took over their work; look for out-of-memory kills and crashes in the logs of that time';
  return recent >= 3 ? problem('Lost processes', text, advice) : note('Lost processes', text, advice);
}
