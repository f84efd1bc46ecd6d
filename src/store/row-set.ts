/** Rows as parameters: one array per column, for `unnest`. Derives the SQL and the parameters from one definition, so both agree. */
export type RowSet<Item> = {
  readonly names: string;
  readonly width: number;
  /** The item of FROM, with parameters from `$first` on. `ordinality` names one more column, which counts the rows from 1. */
  from(alias: string, first?: number, ordinality?: string): string;
  values(items: readonly Item[]): unknown[];
};

/** `code`: a text of letters and digits of our own, such as an id, a state or a phone number. */
type ColumnType = Unquoted | 'text' | 'timestamptz' | 'bytea' | 'jsonb';
type Unquoted = (typeof unquoted)[number];
const unquoted = ['uuid', 'smallint', 'integer', 'bigint', 'numeric', 'float8', 'boolean', 'code'] as const;

/** A column whose value is computed, or nested in the item. */
type Computed<Item> = readonly [type: ColumnType, read: (item: Item, index: number) => unknown];

/**
 * `properties` are columns of the same name, in snake case. Undefined values become NULL.
 *
 *     const refunds = rowSet<Refund>({ accountId: 'uuid', id: 'uuid' }, { amount: ['numeric', (refund) => format(refund.amount)] });
 *     refunds.from('w') // unnest($1::uuid[], $2::uuid[], $3::numeric[]) AS w (account_id, id, amount)
 */
export function rowSet<Item>(
  properties: { readonly [Name in keyof Item]?: ColumnType },
  computed: { readonly [name: string]: Computed<Item> } = {},
): RowSet<Item> {
  const plain = Object.entries(properties as Record<string, ColumnType>).map(([property, type]) =>
    columnOf<Item>(snakeCase(property), [type, (item) => item[property as keyof Item]]),
  );
  const columns = [...plain, ...Object.entries(computed).map(([name, column]) => columnOf(name, column))];
  const names = columns.map(({ name }) => name).join(', ');
  return {
    names,
    width: columns.length,
    from: (alias, first = 1, ordinality) => {
      const arrays = columns.map(({ sqlType }, index) => `$${first + index}::${sqlType}[]`).join(', ');
      return ordinality === undefined
        ? `unnest(${arrays}) AS ${alias} (${names})`
        : `unnest(${arrays}) WITH ORDINALITY AS ${alias} (${names}, ${ordinality})`;
    },
    values: (items) => arraysOf(columns, items),
  };
}

type Column<Item> = {
  readonly name: string;
  readonly sqlType: string;
  readonly isQuoted: boolean;
  readonly read: Computed<Item>[1];
};

function columnOf<Item>(name: string, [type, read]: Computed<Item>): Column<Item> {
  return {
    name,
    sqlType: type === 'code' ? 'text' : type,
    isQuoted: !(unquoted as readonly string[]).includes(type),
    read: type === 'jsonb' ? (item, index) => JSON.stringify(read(item, index)) : read,
  };
}

function arraysOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): unknown[] {
  const arrays = columns.map(() => new Array<unknown>(items.length));
  for (let row = 0; row < items.length; row++) {
    for (let place = 0; place < columns.length; place++) {
      const { read, isQuoted } = columns[place]!;
      arrays[place]![row] = read(items[row]!, row) ?? (isQuoted ? null : 'NULL');
    }
  }
  return arrays.map((array, place) => (columns[place]!.isQuoted ? array : arrayLiteral(array)));
}

/** An array literal of values that need no quoting. The driver checks every character of every string, which takes three times as long. */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.join(',')}}`;
}

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
