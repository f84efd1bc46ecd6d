import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent; shade 8 is what buttons are filled with, readable under white in both schemes. */
const fjord: MantineColorsTuple = [
  '#eef6fb',
  '#d9e9f4',
  '#b3d2e8',
  '#8ab9dc',
  '#67a4d1',
  '#4f97cb',
  '#3f8cc4',
  '#2f76ab',
  '#1d5f92',
  '#0b4f80',
];

/** Of surfaces in the dark scheme, from text to page. */
const dark: MantineColorsTuple = [
  '#e4e9ef',
  '#c3ccd6',
  '#9fabb8',
  '#76828f',
  '#39424f',
  '#2b333f',
  '#1d232c',
  '#171c24',
  '#11151b',
  '#0c1015',
];

/** The edge of a field must be seen: three to one against what is around it. */
const field = () => ({ wrapper: { '--input-bd': 'var(--line-strong)', '--input-bg': 'var(--surface)' } });

/** What people write and read in a field may run from right to left. */
const written = { size: 'sm', attributes: { input: { dir: 'auto' } } } as const;

export const theme = createTheme({
  colors: { fjord, dark },
  primaryColor: 'fjord',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  components: {
    Input: { vars: field },
    InputWrapper: { vars: () => ({ description: { '--input-description-size': '12px' } }) },
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: written },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { ...written, checkIconPosition: 'right' } },
    Textarea: { defaultProps: written },
    Autocomplete: { defaultProps: written },
    // The header of a dialogue does not count as the banner of the page.
    Modal: { defaultProps: { centered: true, size: 'lg', attributes: { header: { role: 'presentation' } } } },
    // In place, not at the end of the page: read where it was opened.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Mantine's own variables point at the tokens, so both kinds of components look alike. */
export const variables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-fjord-light': 'var(--accent-soft)',
    '--mantine-color-fjord-light-color': 'var(--accent)',
    '--mantine-color-red-light': 'var(--bad-soft)',
    '--mantine-color-red-light-color': 'var(--bad)',
    '--mantine-color-red-outline': 'var(--bad)',
    '--mantine-color-gray-light-color': 'var(--text)',
    '--mantine-color-gray-subtle-color': 'var(--text)',
  };
  return { variables: {}, light: both, dark: both };
};
