export const saved = {
  title: 'Saved searches',
  save: 'Save search',
  name: 'Name',
  nameOf: 'Name of the search {search}',
  hint: 'Kept in this browser, at most {count} searches. One of the same name is replaced.',
  edit: 'Rename or delete',
  delete: 'Delete {name}',
  none: 'No saved searches.',
} as const;
