/** @typedef {import('./mutants-tables.mjs').Control} Control */

const FEATURES = 'src/server/features';

/** @type {readonly Control[]} */
export const SAME_AGAIN = [
  [
    'block: the same again|block: undone where',
    `${FEATURES}/blocked/block-person.ts`,
    '(await tx.blocked.has(me, other)) === on) return null;',
    'me === other) return null;',
  ],
  [
    'reaction: the same again',
    `${FEATURES}/messages/react.ts`,
    'mine.includes(emoji) === on) return',
    'mine.includes(emoji) === on && !on) return',
  ],
  [
    'pin: the same again|pin: undone where',
    `${FEATURES}/messages/pins.ts`,
    '(await tx.messagePins.has(msgId)) === on) return true;',
    'msgId < 0) return true;',
  ],
  [
    'vote: the same again|vote: undone where',
    `${FEATURES}/messages/vote.ts`,
    'if (sameChoice(mine, choice)) {',
    'if (limits.opsKept < 0) {',
  ],
  [
    'role: the same again|role: undone where',
    `${FEATURES}/groups/rule.ts`,
    'if (member.role === body.role) return null;',
    '',
  ],
  [
    'name: the same again|name: undone where',
    `${FEATURES}/groups/rule.ts`,
    'at.group.name === name ? ({ same: true } as const) : {}',
    '{}',
  ],
  [
    'reminder: the same again',
    `${FEATURES}/later/remind.ts`,
    'if (existing?.lookMs === dueMs) return null;',
    '',
  ],
  [
    'block: undone here',
    `${FEATURES}/blocked/block-person.ts`,
    '{ apart: on || (await tx.blocked.has(other, me)) }',
    '{ apart: on }',
  ],
  [
    'botName:|hook:|outgoing:',
    `${FEATURES}/bots/bots.ts`,
    'if (!was || was.realname === realname) return;',
    'if (!was) return;',
  ],
  [
    'botProgram: the same again',
    `${FEATURES}/hooks/programs.ts`,
    "url !== '' && (renew || before === null) ? fresh",
    "url !== '' ? fresh",
  ],
  [
    'botProgram: undone it is',
    `${FEATURES}/hooks/programs.ts`,
    'secret: kept ?? fresh, dialect, commands }',
    'secret: kept ?? fresh, dialect, commands: commands.length > 0 ? commands : (before?.commands ?? []) }',
  ],
  [
    'hook: undone it is',
    `${FEATURES}/hooks/hooks.ts`,
    'await tx.hooks.update(row.hash, { dialect });',
    "if (dialect === 'markdown') await tx.hooks.update(row.hash, { dialect });",
  ],
  [
    'outgoing: the same again',
    `${FEATURES}/hooks/outgoing.ts`,
    "secret: renew ? fresh : '' } };",
    'secret: fresh } };',
  ],
  [
    'outgoing: undone it is',
    `${FEATURES}/hooks/outgoing.ts`,
    'tx.outgoing.edit(row.user, { url, kinds,',
    'tx.outgoing.edit(row.user, { url, kinds: [...new Set([...row.kinds, ...kinds])],',
  ],
];

/**
 * Notifies other nodes before the commit.
 *
 * @param {string} call
 * @param {string} file
 * @param {string} find a statement of the command
 * @returns {Control}
 */
const early = (call, file, find) => [
  `/${call} `,
  `${FEATURES}/${file}`,
  find,
  `core.bus.publish({ kind: 'config' }); ${find}`,
];

/** @type {readonly Control[]} */
export const BEFORE_COMMIT = [
  early('renameBot', 'bots/bots.ts', 'await renameAccount(core, tx, record, bot.user, botName(name));'),
  early('removeBot', 'bots/bots.ts', "await beginErasing(tx, record, { user: bot.user, words: 'stay',"),
  early('setBotProgram', 'hooks/programs.ts', 'const before = await tx.programs.get(user);'),
  early('editHook', 'hooks/hooks.ts', 'await tx.hooks.update(row.hash, { dialect });'),
  early('renewHook', 'hooks/hooks.ts', 'await tx.hooks.update(row.hash, { hash });'),
  early('removeHook', 'hooks/hooks.ts', 'await tx.hooks.remove(row.hash);'),
  early('editOutgoing', 'hooks/outgoing.ts', 'await tx.outgoing.edit(row.user, { url,'),
  early('removeOutgoing', 'hooks/outgoing.ts', 'await tx.outgoing.remove(row.user);'),
  early('packSave', 'emoji/packs.ts', 'await tx.packs.fill(packId, stickers);'),
  early('packAdd', 'emoji/packs.ts', 'await tx.packs.add(user, pack.id);'),
  early('packRemove', 'emoji/packs.ts', 'const pack = await tx.packs.get(id);'),
];
