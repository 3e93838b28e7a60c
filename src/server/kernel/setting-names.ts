/** An unusable setting; the message is the complete line for the operator. */
export class BadSetting extends Error {}

/** Every setting of the process (docs/operations/settings.md and sign-on.md), without `OPENID_…`. */
const SETTING_NAMES: readonly string[] = (
  'ACME_DIRECTORY ACME_EMAIL ALLOW_ORIGINS AUDIT_DAYS CALLS_ADDRESS ' +
  'CALLS_PORT COPIES_DAYS COPIES_DIR COPIES_FILES COPIES_KEY ' +
  'COPIES_S3 COPIES_S3_KEY COPIES_S3_PREFIX COPIES_S3_REGION COPIES_S3_SECRET DATABASE_URL DATA_DIR ' +
  'DISK_FLOOR_MB DOMAIN ERASED_WORDS FILES_S3 FILES_S3_KEY FILES_S3_REGION FILES_S3_SECRET HOOKS_PRIVATE ' +
  'HOST HTTP_PORT LDAP_BASE LDAP_BIND LDAP_BIND_PASSWORD LDAP_CA LDAP_DISABLE_MANY LDAP_GROUPS LDAP_ID ' +
  'LDAP_LOGIN LDAP_MAIL LDAP_MEMBER_OF LDAP_NAME LDAP_PEOPLE LDAP_STARTTLS LDAP_TAKE_OVER LDAP_URL ' +
  'LIMIT_ALL_CONNECTIONS LIMIT_CALLS LIMIT_CONNECTIONS LIMIT_SENDS LIMIT_SOCKETS LOG_LEVEL METRICS_TOKEN ' +
  'OPENID PORT PRESENCE_GRACE PREVIEW_PRIVATE PUBLIC_URL PUSH_HOSTS PUSH_PRIVATE PUSH_SUBJECT ' +
  'QUOTA_ALL_FILES_MB QUOTA_FILES QUOTA_FILES_MB QUOTA_MESSAGES REDIS_URL REGISTRATION RELEASES_URL ' +
  'SMTP_FROM SMTP_URL TRUST_PROXY TURN_SECRET WAIT_MS WIRE_TIME'
).split(' ');

/** A setting of earlier releases that ends the start with its own line (START-25). */
export const REMOVED_SETTING = 'DATABASE_URL_2';

const OF_PROVIDER = /^OPENID_[A-Z][A-Z0-9]{0,19}_(?:CLIENT|ISSUER|NAME|NEW|SECRET|TRUST)$/;

export const isSetting = (name: string): boolean => SETTING_NAMES.includes(name) || OF_PROVIDER.test(name);

const isRead = (name: string): boolean => isSetting(name) || name === REMOVED_SETTING;

/** Beginnings that only our settings have. */
const OURS = /^(?:COPIES|FILES_S3|LDAP|LIMIT|OPENID|QUOTA|SMTP|TURN)_/;
/** Variables that container engines set for a service of such a name, as `LDAP_PORT_389_TCP`. */
const OF_ENGINE = /_(?:SERVICE_|PORT(?:_|$))/;

/** Names a file with the value of the setting (START-21). */
const OF_FILE = /_FILE$/;

/** Shorter names differ in one or two letters from too many others, such as `SHOST` from `HOST`. */
const likeFromLength = 5;
const farLength = 8;

/** Unknown variables that resemble a setting: one line each, for the operator (START-18). */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => !OF_ENGINE.test(name) && !isRead(name.replace(OF_FILE, '')))
    .flatMap((name) => {
      const like = nearest(name) ?? nearestOfFile(name);
      if (like === null && !OURS.test(name)) return [];
      const hint = like === null ? 'docs/operations/settings.md lists all' : `did you mean ${like}?`;
      return [`Unknown setting ${name} is ignored: ${hint}`];
    });
}

function nearestOfFile(name: string): string | null {
  if (!OF_FILE.test(name)) return null;
  const like = nearest(name.replace(OF_FILE, ''));
  return like === null ? null : `${like}_FILE`;
}

function nearest(name: string): string | null {
  if (name.length < likeFromLength) return null;
  return nearestOf(name, SETTING_NAMES, ({ length }) => (length < farLength ? 1 : 2));
}

/** The known name that was probably meant; null: none is near. */
export function nearestOf(
  name: string,
  names: readonly string[],
  farthest: (candidate: string) => number,
): string | null {
  const near = names
    .map((one) => ({ one, away: distance(name, one) }))
    .filter(({ one, away }) => away <= farthest(one))
    .toSorted((a, b) => a.away - b.away);
  return near[0]?.one ?? null;
}

/** Number of letters to add, remove, change or swap with the next. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Math.max(i, j);
  for (let i = 0; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        i === 0
          ? j
          : Math.min(
              at(i - 1, j) + 1,
              at(i, j - 1) + 1,
              at(i - 1, j - 1) + (isSame ? 0 : 1),
              isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
            ),
      );
    }
  }
  return at(a.length, b.length);
}

const SECRET = /SECRET|PASSWORD|KEY|TOKEN|^(?:SMTP|DATABASE|REDIS)_URL/;

/** The settings of the process that are set, for the console; a secret is an empty text (CONSOLE-14). */
export function environmentToShow(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value && isSetting(name) ? [[name, SECRET.test(name) ? '' : withoutLogin(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** An address may contain a password. */
function withoutLogin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && (url.username !== '' || url.password !== '') ? `${url.protocol}//${url.host}` : value;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that have an effect only beside another one, their partner (START-26). */
const PARTNERS: readonly (readonly [partner: string, names: RegExp])[] = [
  ['LDAP_URL', /^LDAP_(?:BASE|BIND|BIND_PASSWORD|CA|GROUPS|ID|LOGIN|MAIL|MEMBER_OF|NAME)$/],
  ['LDAP_URL', /^LDAP_(?:PEOPLE|STARTTLS|TAKE_OVER)$/],
  ['FILES_S3', /^FILES_S3_(?:KEY|REGION|SECRET)$/],
  ['COPIES_S3', /^COPIES_S3_(?:KEY|PREFIX|REGION|SECRET)$/],
  ['COPIES_KEY', /^COPIES_(?:DAYS|FILES)$/],
  ['DOMAIN', /^(?:ACME_DIRECTORY|ACME_EMAIL|HTTP_PORT)$/],
];

const PROVIDER_FIELD = /^OPENID_([A-Z][A-Z0-9]{0,19})_(?:CLIENT|ISSUER|NAME|NEW|SECRET|TRUST)$/;

/** One line for each setting without its partner. */
export function loneSettings(env: Environment): readonly string[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const providers = new Set((env['OPENID'] ?? '').split(',').map((id) => id.trim()));
  return Object.keys(env)
    .filter(isSet)
    .flatMap((name) => {
      const [partner] = PARTNERS.find(([, names]) => names.test(name)) ?? [];
      if (partner !== undefined && !isSet(partner))
        return [`${name} has no effect without ${partner}: set ${partner}, or remove ${name}`];
      const id = PROVIDER_FIELD.exec(name)?.[1]?.toLowerCase();
      if (id !== undefined && !providers.has(id))
        return [`${name} has no effect: add ${id} to OPENID, or remove ${name}`];
      return [];
    });
}
