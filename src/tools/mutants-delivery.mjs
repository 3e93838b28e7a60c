/** @typedef {import('./mutants-tables.mjs').Control} Control */

const FEATURES = 'src/server/features';
const DELIVERY = 'src/server/delivery';

/** @type {readonly Control[]} */
export const WHILE_DELIVERING = [
  [
    'its user is blocked',
    `${DELIVERY}/bound.ts`,
    'for (const read of this.apartReads) if (read.user === one) read.changes.set(other, on);',
    '',
  ],
  ['its login ends', `${DELIVERY}/bound.ts`, 'if (!userHere) who = await prove();', ''],
  [
    'they turn their typing off',
    `${DELIVERY}/typing.ts`,
    '&& this.audience.user(user)?.privacy.typing === true',
    '',
  ],
  ['their message comes', `${DELIVERY}/typing.ts`, '?.last === last', '!== undefined'],
  ['the other one blocks them|its user is blocked', `${DELIVERY}/typing.ts`, '|| reader.apart.has(user)', ''],
  [
    'login ends',
    `${DELIVERY}/delivery.ts`,
    "if (event.facts.kind === 'session') this.ports.tokenEnded(user, event.facts);",
    '',
  ],
  [
    'is removed',
    `${DELIVERY}/audience.ts`,
    'user.streams.delete(stream); this.unshare(user, stream); const local = ' +
      'this.streams.get(stream); local?.users.delete(user);',
    'user.streams.delete(stream); this.unshare(user, stream); const local = this.streams.get(stream);',
  ],
  [
    'comes|is removed',
    `${DELIVERY}/delivery.ts`,
    'heads.set(row.stream, row.head);',
    'heads.set(row.stream, row.head + 2);',
  ],
];

/** @type {readonly Control[]} */
export const WHILE_ASKING = [
  [
    'another one: calls',
    `${FEATURES}/calls/on-all-nodes.ts`,
    'calls.filter((call) => !over.has(call))',
    'calls',
  ],
  [
    'another one: bind',
    `${DELIVERY}/delivery.ts`,
    "if (event.facts.kind === 'session') this.ports.tokenEnded(user, event.facts);",
    '',
  ],
  [
    'another one: follows',
    `${FEATURES}/calls/calls.ts`,
    "if (live.state !== 'over' && !isBeside(",
    'if (!isBeside(',
  ],
];
