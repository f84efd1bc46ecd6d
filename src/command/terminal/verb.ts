import type { Role, Session } from './access.ts';
import type { Method, Row } from './client.ts';
import type { Fields } from './field.ts';
import type { Column } from './layout.ts';
import type { Output } from './output.ts';

/** A noun of the command, and its verbs by their usage: `show <account>`. */
export type Noun = { readonly summary: string; readonly verbs: Readonly<Record<string, Verb>> };
export type Verb = Call | Act;

type Usage = {
  readonly summary: string;
  /** What follows the required arguments; or the whole line, if it names the command. */
  readonly example?: string;
  readonly hint?: string;
  readonly fields?: Fields;
  /** Whose API is called: an operator's unless given. */
  readonly role?: Role;
};

/** One call. Its texts name arguments, fields and fields of the answer in braces. */
export type Call = Usage & {
  /** Method and path. A part of the path in brackets is left out without its argument. */
  readonly call: `${Method} ${string}`;
  /** Fields with fixed values. */
  readonly body?: object;
  readonly check?: (given: Given) => void;
  /** Question before the call, unless --yes is given. */
  readonly confirm?: string | ((fields: Row) => string | undefined);
  /** How to repeat the call without doing it twice. */
  readonly again?: string;
  readonly patienceMs?: number;
  /** For people, before the result. */
  readonly note?: string;
  /** The answer's field with a list. Its `limited` pages have --limit and --all, `dated` ones also --from and --to. */
  readonly rows?: string;
  readonly pages?: 'limited' | 'dated' | 'all';
  readonly columns?: readonly Column[];
  readonly done?: string | ((values: Row) => string);
  /** What --json shows besides the ids, if the service answers without a body. */
  readonly result?: Row;
  readonly show?: (out: Output, answer: Row) => Promise<void>;
};

/** What is not one call. */
type Act = Usage & { readonly act: (session: Session, given: Given) => Promise<void>; readonly confirm?: true };

export type Given = {
  /** Flags and arguments as typed. */
  readonly typed: Row;
  /** Fields of the query or body. */
  readonly fields: Row;
  /** What goes into the path, by the name in the usage. */
  readonly ids: Readonly<Record<string, string>>;
  /** A path with its ids. */
  readonly path: (template: string) => string;
};
