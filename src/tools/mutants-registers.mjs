/**
 * Controls of tests/rules/register-values.test.ts: a part of the value before stays.
 *
 * @typedef {import('./mutants-tables.mjs').Control} Control
 */

const MARKS = 'src/client/state/reduce-marks.ts';
const KEPT = 'src/client/state/kept.ts';

/** @type {readonly Control[]} */
export const REGISTER_VALUES = [
  ['a pin in the list:', MARKS, '{ isTop: event.isTop }', '{ isTop: event.isTop || contact.isTop }'],
  [
    'a mute:',
    MARKS,
    '{ isNotice: event.isNotice, quiet: event.quiet }',
    '{ isNotice: event.isNotice, quiet: event.quiet ?? contact.quiet }',
  ],
  ['an archived chat:', MARKS, 'event.to ?? undefined', 'event.to ?? contact.archivedTo'],
  ['a mark as unread:', MARKS, 'event.mark || undefined', 'event.mark || contact.marked'],
  [
    'a remark:',
    'src/client/state/reduce-registers.ts',
    'const displayName = event.name ||',
    'const displayName = (contact.displayName.length > 5 && contact.displayName) || event.name ||',
  ],
  [
    'folders:',
    KEPT,
    'folders: preference.value?.list ?? []',
    'folders: preference.value?.list ?? was.folders',
  ],
  [
    'pins of the list:',
    KEPT,
    'pins: preference.value?.list ?? []',
    'pins: preference.value?.list ?? was.pins',
  ],
  ['words that alert:', KEPT, 'preference.value?.words', 'preference.value?.words ?? was.words'],
  [
    'cards of links:',
    KEPT,
    'previews: preference.value?.on',
    'previews: preference.value?.on || was.previews',
  ],
  [
    'quiet hours:|sounds:|the double press:',
    KEPT,
    'preference.value ?? undefined',
    'preference.value ?? was[preference.name]',
  ],
  [
    'the status of a user:',
    'src/client/state/reduce-profiles.ts',
    'index, extras } = profile;',
    'index, extras = contact.extras } = profile;',
  ],
  [
    'the settings of a group:',
    'src/client/state/reduce-groups.ts',
    'setting: patched(group.setting, setting)',
    'setting: patched(group.setting, { ...setting, about: setting.about || group.setting.about })',
  ],
];
