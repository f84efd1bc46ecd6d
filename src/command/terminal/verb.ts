import type { CommandRole, CommandSession } from './access.ts';
import type { Method, Row } from './client.ts';
import type { CommandFields } from './field.ts';
import type { TableColumn } from './layout.ts';
import type { Output } from './output.ts';

/** A noun and its verbs, by their usage: `show <account>`. */
export type Noun = { readonly summary: string; readonly verbs: Readonly<Record<string, Verb>> };
export type Verb = ApiCall | Act;

type Usage = {
  readonly summary: string;
  /** Appended to the command and its required arguments; or the complete line, if it contains `hermod`. */
  readonly example?: string;
  readonly hint?: string;
  readonly fields?: CommandFields;
  /** Selects the API: the operator API by default. */
  readonly role?: CommandRole;
};

/** One API call. Its texts refer to arguments, fields and response fields in braces. */
export type ApiCall = Usage & {
  /** Method and path. A part of the path in brackets is omitted without its argument. */
  readonly call: `${Method} ${string}`;
  /** Fields with fixed values. */
  readonly body?: object;
  readonly check?: (given: VerbInput) => void;
  /** Question before the call, unless --yes is given. */
  readonly confirm?: string | ((fields: Row) => string | undefined);
  /** How to repeat the call safely if its outcome is unknown. */
  readonly again?: string;
  readonly patienceMs?: number;
  /** Shown to people before the result. */
  readonly note?: string;
  /** The response field with the list. `limited` pages have --limit and --all, `dated` ones also --from and --to. */
  readonly rows?: string;
  readonly pages?: 'limited' | 'dated' | 'all';
  readonly columns?: readonly TableColumn[];
  readonly done?: string | ((values: Row) => string);
  /** Shown by --json besides the ids, if the response has no body. */
  readonly result?: Row;
  readonly show?: (out: Output, answer: Row) => Promise<void>;
};

/** A verb that is not exactly one call. */
type Act = Usage & {
  readonly act: (session: CommandSession, given: VerbInput) => Promise<void>;
  readonly confirm?: true;
};

export type VerbInput = {
  /** Flags and arguments as typed. */
  readonly typed: Row;
  /** Fields of the query or body. */
  readonly fields: Row;
  /** Ids for the path, by the argument names of the usage. */
  readonly ids: Readonly<Record<string, string>>;
  /** Fills the ids into a path. */
  readonly path: (template: string) => string;
};
