/** One row of docs/limits.md. */
export type Limit = {
  readonly what: string;
  /** Whose the limit is: a request, an account, a process. */
  readonly per: string;
  readonly most: number;
  readonly unit: string;
  /** What happens beyond the limit. */
  readonly beyond: string;
};

export type Limits = Readonly<Record<string, Limit>>;
