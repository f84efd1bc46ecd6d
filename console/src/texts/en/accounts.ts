export const accounts = {
  title: 'Accounts',
  own: 'Account',
} as const;
