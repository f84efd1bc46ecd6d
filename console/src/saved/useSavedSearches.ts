import { useLocalStorage } from '@mantine/hooks';
import { useOwnStorageKey } from '../parts/own-storage.ts';
import { mostSaved, renamed, type SavedSearch, savedFrom, withoutSaved, withSaved } from './searches.ts';

const none: readonly SavedSearch[] = [];

/** The saved searches of this person, in this browser; other tabs show a change immediately. */
export function useSavedSearches() {
  const [saved, set] = useLocalStorage<readonly SavedSearch[]>({
    key: useOwnStorageKey('searches'),
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: savedFrom,
  });
  return {
    saved,
    isFull: saved.length >= mostSaved,
    save: (one: SavedSearch) => set(withSaved(saved, one)),
    rename: (name: string, to: string) => set(renamed(saved, name, to)),
    remove: (name: string) => set(withoutSaved(saved, name)),
  };
}
