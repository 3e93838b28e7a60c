import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { FIRST_SETTINGS } from '../oracle/screens/first-settings.ts';
import { differs } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

/** Every field by name; an empty list is a field itself. */
const fields = (given: unknown, name: string): readonly (readonly [string, unknown])[] =>
  typeof given === 'object' && given !== null && Object.keys(given).length > 0
    ? Object.entries(given).flatMap(([key, one]) => fields(one, name === '' ? key : `${name}.${key}`))
    : [[name, given]];

const sorted = (all: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] =>
  all.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Default settings: nothing is drawn, all of them are checked. */
export const firstSettingsRule: ScreenRule = {
  name: 'first settings',
  faults: () =>
    differs('a new server', sorted(fields(DEFAULT_CONFIG, '')), sorted(Object.entries(FIRST_SETTINGS))),
};
