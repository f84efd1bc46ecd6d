export const inbound = {
  title: 'Inbound',
} as const;
