export const health = {
  title: 'Health',
} as const;
