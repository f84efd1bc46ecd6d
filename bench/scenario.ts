/** One figure of a scenario. `goal` is the target in words; `met` is whether it was reached. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly met?: boolean;
};

export type Options = {
  /** Small sizes: a check that every scenario runs, not of its speed. */
  readonly quick: boolean;
  /** Numbers of rows to fill the tables with before the growth scenario measures, one after the other. */
  readonly rows: readonly number[];
  readonly connections: number;
};

export type Scenario = {
  readonly name: string;
  readonly about: string;
  /** The scenario needs the instruments in C. */
  readonly needsCompiler?: boolean;
  run(options: Options, say: (line: string) => void): Promise<Figure[]>;
};

/** A figure and its goal in the same unit; without a goal, the figure alone. */
export function atMost(what: string, value: number, unit: string, goal?: number): Figure {
  return goal === undefined ? { what, value, unit } : { what, value, unit, goal: `≤ ${goal}`, met: value <= goal };
}

export function atLeast(what: string, value: number, unit: string, goal: number): Figure {
  return { what, value, unit, goal: `≥ ${goal}`, met: value >= goal };
}

/** Limit for watchOthers: above it, the other figures of the run are not reliable. */
export function othersFigure(percent: number): Figure {
  return atMost('processors used by other programs, or stolen', percent, '%', 5);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function ratio(a: number, b: number): number {
  return Number((a / b).toFixed(2));
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The ports of all programs of a scenario; one scenario runs at a time. */
export const ports = {
  service: 18_080,
  echo: 18_081,
  sink: 18_082,
  hanging: 18_083,
  gateway: 18_084,
  smtp: 18_025,
  smsc: 12_775,
  smpp: 12_776,
  kannelAdmin: 18_090,
  kannelBox: 18_091,
  kannelHttp: 18_092,
};
