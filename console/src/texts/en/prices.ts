export const prices = {
  title: 'Prices',
} as const;
