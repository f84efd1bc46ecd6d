import { useState } from 'react';

/**
 * Which dialogue is open, and for which row. The row stays while the dialogue closes, so that its words do not vanish. One that
 * was left while it was saved wants to close when the answer comes: by then another may be open, which stays.
 */
export function useRowDialog<W extends string, R>() {
  const [state, setState] = useState<{ what: W; row: R; isOpen: boolean }>();
  return {
    row: state?.row,
    is: (what: W): boolean => state?.isOpen === true && state.what === what,
    open: (what: W, row: R) => setState({ what, row, isOpen: true }),
    close: () => setState((last) => (last && last === state ? { ...last, isOpen: false } : last)),
  };
}
