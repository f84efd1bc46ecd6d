/** One row of the table of limits, from which the code takes the number and the documentation its page. */
export type Limit = {
  /** What is bounded. */
  readonly what: string;
  /** Whose share the number is: `process`, `network`, `account`, … */
  readonly per: string;
  readonly most: number;
  readonly unit: string;
  /** What happens to the one that is too many. */
  readonly beyond: string;
};

export type Limits = Readonly<Record<string, Limit>>;
