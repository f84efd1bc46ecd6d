/** One limit: the code takes the number from it, and docs/limits.md its row. */
export type Limit = {
  readonly what: string;
  /** The scope of the number: `process`, `network`, `account`, … */
  readonly per: string;
  readonly most: number;
  readonly unit: string;
  /** What happens above the limit. */
  readonly beyond: string;
};

export type Limits = Readonly<Record<string, Limit>>;
