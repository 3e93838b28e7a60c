/**
 * Tables of kinds (docs/testing.md) that a change of a file can break, by the kind of the file.
 *
 * @typedef {readonly [file: RegExp, text: RegExp | null, tests: readonly string[]]} Kind
 */

const LATE = [
  'question-change-answer',
  'client-second-login',
  'second-login-in-flight',
  'late-second-login',
  'late-frames',
  'second-login-calls',
  'cancelled',
];
/** @param {readonly string[]} names */
const inRules = (names) => names.map((name) => `tests/rules/${name}.test.ts`);
/** @param {readonly string[]} names */
const inServer = (names) => names.map((name) => `tests/server/${name}.test.ts`);

/** @type {readonly Kind[]} */
export const KINDS = [
  [/^src\/app\/.*\.tsx?$/, null, ['tests/ui/open-while-changed.test.tsx', 'tests/ui/row-fields.test.tsx']],
  [/^src\/client\/state\//, /\bmemo\(|WeakMap|changedSince/, ['tests/properties/selectors.test.ts']],
  [/^src\/client\/state\//, null, inRules(['whole-lists', 'message-places', 'register-values'])],
  [/^src\/(?:client|app)\//, /\bawait\b|\.then\(/, inRules(LATE)],
  [/^src\/client\//, /\brecords\b|tabLock/, inRules(['tab-records'])],
  [/^(?:src\/client|machines)\//, /\bclock\b|\bafter:/, inRules(['time-jumps'])],
  [/^src\/server\//, /\bclock\b|nowMs|elapsedMs|startJob/, inServer(['time-jumps'])],
  [/^src\/server\/features\//, null, inServer(['before-commit', 'what-a-viewer-sees'])],
  [/^src\/server\/features\//, null, inServer(['what-a-viewer-sees-people', 'failing-rows', 'same-again'])],
  [/^src\/server\/features\//, /startJob|makePreview|ReadTx|WriteTx/, inServer(['while-reading-jobs'])],
  [
    /^src\/server\/(?:delivery|cluster|features\/calls)\//,
    null,
    inServer(['while-reading-delivery', 'while-reading-nodes']),
  ],
];

/**
 * The tables to run first.
 *
 * @param {string} file
 * @param {string} source
 */
export const tablesOf = (file, source) =>
  KINDS.flatMap(([path, text, tests]) => (path.test(file) && (text?.test(source) ?? true) ? tests : []));
