export const phone = {
  title: 'Phone',
} as const;
