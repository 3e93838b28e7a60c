import { REACHED } from '../users/all.ts';
import { namesIn } from '../users/reached.ts';
import type { Reached } from '../users/reached.ts';

const list = (kind: string, names: readonly string[] = []): readonly string[] =>
  names.map((name) => `${kind}: ${name}`);
const words = (kind: string, text = ''): readonly string[] => list(kind, namesIn(text));

const namesOf = ({
  calls,
  events,
  frames,
  refusals,
  settings,
  jobs,
  commands,
}: Reached): readonly string[] => [
  ...list('call', calls),
  ...words('event', events),
  ...words('frame', frames),
  ...words('refusal', refusals),
  ...words('setting', settings),
  ...words('job', jobs),
  ...list('command', commands),
];

/**
 * Parts of the product that users and servers of some World reach: all of them within 1,000 seeds of their
 * subjects (SIM-26).
 */
export const REACHABLE: readonly string[] = REACHED.flatMap(namesOf);

/** Parts a World cannot reach, why, and the test that covers them. */
interface Elsewhere {
  readonly names: readonly string[];
  readonly why: string;
  readonly test: string;
}

const covered = (test: string, kind: string, names: string, why: string): Elsewhere => ({
  names: words(kind, names),
  why,
  test: `tests/server/${test}.test.ts`,
});

export const ELSEWHERE: readonly Elsewhere[] = [
  covered(
    'teams',
    'refusal',
    'onlineMany',
    'Groups of more than 500 members are more than a World may have.',
  ),
  covered('mail-digest', 'call', '/enterprise/im/mailDigest', 'A World sends no mail.'),
  covered('mail-digest', 'refusal', 'digestAddress', 'A World sends no mail.'),
  covered('mail-digest', 'job', 'MailingDigests', 'A World sends no mail.'),
  covered('mail-digest', 'setting', 'sysInfo.mailDigest', 'A World sends no mail.'),
  covered('start', 'setting', 'PUSH_HOSTS', 'A World has no network of its own that the server could reach.'),
  covered('hooks', 'refusal', 'hookMany', 'Twenty hooks of a group cost more than a World may.'),
  covered('outgoing-hooks', 'refusal', 'outgoingMany', 'Ten of a group cost more than a World may.'),
  covered('bots', 'refusal', 'botMany tokenMany', 'So many of one user cost more than a World may.'),
  covered(
    'guests',
    'refusal',
    'guestCall guestAlone guestsOff guestsMany guestBounds guestNameLong',
    'Devices of a World log in by password; none comes by a link for guests.',
  ),
  {
    names: ['job: EndingGuests'],
    why: 'Devices of a World log in by password; none comes by a link for guests.',
    test: 'tests/server/guests.test.ts',
  },
  {
    names: ['command: user keep-guest'],
    why: 'Devices of a World log in by password; none comes by a link for guests.',
    test: 'tests/server/guests.test.ts',
  },
  covered(
    'plain-clients',
    'frame',
    'isOnline offline isRead atMsgList setNotice',
    'Said to clients of the plain contract alone, and the devices here are all of ours.',
  ),
  covered(
    'on-postgres.pg',
    'refusal',
    'readOnly',
    'A database in memory never turns read-only under a running server.',
  ),
  {
    names: ['server', 'packs', 'packSave', 'packRemove', 'packOf', 'packAdd'].map(
      (name) => `call: /enterprise/emoji/${name}`,
    ),
    why: 'No device stores packs or the emoji of the server: its screens load them when they open.',
    test: 'tests/server/stickers.test.ts',
  },
  {
    names: ['command: emoji list', 'command: emoji delete'],
    why: 'Pictures of the server come by the console alone, and a World is run by commands.',
    test: 'tests/server/stickers.test.ts',
  },
  covered(
    'stickers',
    'refusal',
    'emojiName emojiTaken emojiLarge packTitle packsMany packUnknown',
    'No device stores packs or the emoji of the server: its screens load them when they open.',
  ),
  covered(
    'limits',
    'refusal',
    'emojiMany momentFull',
    'Five hundred of one kind of a single person cost more than a World may.',
  ),
  covered('message-pins', 'refusal', 'pinsFull', 'A hundred pins of one chat cost more than a World may.'),
  {
    names: ['call: /enterprise/im/connectGroupCall', 'job: PlacingCalls'],
    why: 'A World has no process that forwards sound and pictures.',
    test: 'tests/server/group-call-unit.test.ts',
  },
  {
    names: ['setting: CALLS_PORT', 'setting: CALLS_ADDRESS'],
    why: 'A World has no process that forwards sound and pictures.',
    test: 'tests/e2e/group-calls/unit.test.ts',
  },
  {
    names: ['call: /common/push/decline'],
    why: 'A World has no notifications with buttons.',
    test: 'tests/server/push-group-calls.test.ts',
  },
  covered(
    'group-calls',
    'refusal',
    'groupCallFull groupCallsFull groupCallUnitFull',
    'Nine people in one call, or ten thousand calls, are more than a World may have.',
  ),
  covered('moments', 'refusal', 'momentAudience', 'The app never sends a choice of nobody.'),
  covered('passkeys', 'refusal', 'passkeysFull', 'Twenty of one person cost more than a World may.'),
  covered(
    'ldap',
    'refusal',
    'ldapAway ldapTaken ldapPassword ldapOwnPassword ldapOwnWrong',
    'There is no LDAP server in a World: its tests ask a real one.',
  ),
  covered(
    'console-proof',
    'refusal',
    'needSecondStep',
    'Said in the console alone, and a World is run by commands.',
  ),
  {
    names: words('refusal', 'theirAccountErased theirAccountDisabled'),
    why: 'Pages offer nothing to such an account, and a World has no device that shows an older page.',
    test: 'tests/field/server/gone.test.ts',
  },
  covered('fresh-proof', 'refusal', 'accountMoved', 'Users of a World log in with their present usernames.'),
  covered('logo', 'refusal', 'logoKind', 'The logo is uploaded in the console alone.'),
  covered(
    'console-own-services',
    'setting',
    'mail.on mail.server mail.tls mail.user mail.password mail.from ' +
      'ldap.on ldap.url ldap.startTls ldap.ca ldap.bind ldap.bindPassword ldap.base ldap.people ldap.login ' +
      'ldap.id ldap.takeOver ' +
      'openId.on openId.name openId.issuer openId.client openId.secret openId.new openId.trust',
    'A World has no mail server, no LDAP server and no provider of logins.',
  ),
  {
    names: ['command: user rename'],
    why: 'The users of a World are found by their names, which therefore stay.',
    test: 'tests/server/rename.test.ts',
  },
  {
    names: ['command: group create'],
    why: 'Users of a World make their groups themselves, which is the same step.',
    test: 'tests/server/welcome.test.ts',
  },
  {
    names: ['command: invite people'],
    why: 'Users of a World register by links without a name, which grant the same.',
    test: 'tests/server/invite-people.test.ts',
  },
  covered(
    'password-link',
    'refusal',
    'linkDead',
    'Users of a World choose their own passwords, so no operator makes a link.',
  ),
  {
    names: ['setting: sysInfo.adminSecondStep'],
    why: 'It concerns the console alone, and a World is run by commands.',
    test: 'tests/server/console-proof.test.ts',
  },
  {
    names: ['refusal: nameShape'],
    why: 'The generated names have no invisible characters; its test sends them to a server.',
    test: 'tests/field/server/mention-names.test.ts',
  },
  covered(
    'profiles-by-number',
    'refusal',
    'friendsOff',
    'The pages of a closed organisation offer no friend requests; its test sends one.',
  ),
  covered(
    'look-alikes',
    'refusal',
    'mixedScripts nameReserved',
    'The generated names are of one alphabet and none of them is reserved; its test sends such names.',
  ),
  covered(
    'audit',
    'job',
    'PruningAudit',
    'It has its turn once a day of a server that runs, which costs more than a World may.',
  ),
  {
    names: ['job: FollowingLdap'],
    why: 'There is no LDAP server in a World: its tests ask a real one.',
    test: 'tests/server/ldap.test.ts',
  },
  covered(
    'openid-faults',
    'job',
    'LookingAtProviders',
    'The providers of a World need no request: its test asks real ones.',
  ),
  covered(
    'filling',
    'job',
    'Filling',
    'The database of a World is new, so no change of its schema has rows to fill in.',
  ),
  {
    names: ['refusal: replaced'],
    why: 'Users of a World save forms as soon as they open them, so no value was replaced meanwhile.',
    test: 'tests/field/server/newer-forms.test.ts',
  },
  covered('blocked', 'refusal', 'blockedMany', 'Five hundred people are more than a World may have.'),
  covered('reports', 'refusal', 'reportsMany', 'A day has twenty of one person, and a World less.'),
  covered(
    'reports',
    'refusal',
    'reportUnknown reportDecided reportNothing',
    'Said to whoever rules alone, by a command and not by an answer.',
  ),
  {
    names: ['command: reports save'],
    why: 'A World has no folder into which somebody takes a file out of it.',
    test: 'tests/server/reports.test.ts',
  },
  covered(
    'group-entrances',
    'refusal',
    'requestsFull',
    'Fifty groups or five hundred askers are more than a World may have.',
  ),
  covered('vanish', 'refusal', 'timersFull', 'Fifty timers of one chat cost more than a World may.'),
  covered(
    'later',
    'refusal',
    'scheduledFull remindersFull',
    'A hundred of one person cost more than a World may.',
  ),
  covered(
    'react',
    'refusal',
    'reactionsFull',
    'It takes seven people to put so many different ones under one message.',
  ),
  covered(
    'conversations',
    'refusal',
    'notTheirFriend',
    'Friendships end for both at once, so that no door leads to this one.',
  ),
  covered(
    'group-rule',
    'refusal',
    'muteTime',
    'The schema of the call takes no other times, so it is refused as a field.',
  ),
  covered(
    'start',
    'setting',
    `PORT HOST LOG_LEVEL DATA_DIR TRUST_PROXY METRICS_TOKEN SMTP_URL SMTP_FROM PUSH_SUBJECT PUSH_PRIVATE
      HOOKS_PRIVATE PREVIEW_PRIVATE RELEASES_URL`,
    'Settings of the process around a node, of which a World has none.',
  ),
  covered(
    'presence',
    'setting',
    'PRESENCE_GRACE',
    'The oracle of who is online knows one time of grace, the usual one.',
  ),
  covered(
    'on-postgres.pg',
    'setting',
    'DATABASE_URL',
    'The World has the embedded engine; the other one is a process of its own.',
  ),
  covered('redis-bus.redis', 'setting', 'REDIS_URL', 'Nodes of a World speak over a bus in memory.'),
  covered(
    'turns',
    'job',
    'FinishingClearings',
    'A clearing ends with its command, unless its node dies within that very turn.',
  ),
  covered(
    'dissolving',
    'job',
    'FinishingDissolvings',
    'It is for groups of more than 200, and a World has few people.',
  ),
  covered(
    'backup',
    'command',
    'backup restore',
    'A copy is made of a file, and the database of a World is none.',
  ),
  covered('clean-file', 'command', 'clean', 'A file is cleaned, and the database of a World is none.'),
  covered('clean-file', 'job', 'Cleaning', 'A file is cleaned, and the database of a World is none.'),
  covered('damage', 'job', 'Verifying', 'No message of a World is damaged behind the back of its database.'),
  {
    names: ['command: audit export'],
    why: 'A World has no folder into which somebody writes a file.',
    test: 'tests/server/audit.test.ts',
  },
  {
    names: ['command: user erase', 'command: user export'],
    why: 'People of a World erase their accounts themselves, by the same steps, and it has no folder.',
    test: 'tests/server/erasing.test.ts',
  },
  {
    names: ['call: /enterprise/im/exportData'],
    why: 'A World has no folder into which somebody saves an archive.',
    test: 'tests/server/exporting.test.ts',
  },
  covered('audit', 'setting', 'AUDIT_DAYS', 'Nothing in a World is a month old.'),
  covered('move.pg', 'command', 'move', 'It leads from one engine to another, and a World has one.'),
];
