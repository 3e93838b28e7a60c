import { BASE, Slapd } from './slapd.ts';

/** Attributes as Active Directory numbers and compares them: those of Debian's own schema compare nothing. */
const SCHEMA = [
  ['2', 'objectGUID', 'octetStringMatch', '40'],
  ['8', 'userAccountControl', 'integerMatch', '27'],
  ['221', 'sAMAccountName', 'caseIgnoreMatch', '15'],
  ['656', 'userPrincipalName', 'caseIgnoreMatch', '15'],
  ['782', 'objectCategory', 'caseIgnoreMatch', '15'],
].map(
  ([number, name, equality, syntax]) =>
    `attributetype ( 1.2.840.113556.1.4.${number} NAME '${name}' EQUALITY ${equality} ` +
    `SYNTAX 1.3.6.1.4.1.1466.115.121.1.${syntax} SINGLE-VALUE )`,
);
const USER =
  "objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP organizationalPerson STRUCTURAL " +
  'MUST ( objectGUID $ sAMAccountName ) ' +
  'MAY ( mail $ displayName $ userAccountControl $ userPrincipalName $ objectCategory ) )';

/** The second bit marks a disabled account. */
const ENABLED = 512;
const DISABLED = ENABLED + 2;

export interface ActiveEntry {
  readonly account: string;
  /** A comma in the name, as many organisations write it. */
  readonly name: string;
  readonly display: string;
  readonly password: string;
  /** Sixteen bytes that are not valid text. */
  readonly number: Buffer;
}

/** The settings that `docs/operations/sign-on.md` recommends to operators. */
export const ACTIVE_SETTINGS = {
  LDAP_BASE: BASE,
  LDAP_ID: 'objectGUID',
  LDAP_LOGIN: 'sAMAccountName,userPrincipalName',
  LDAP_NAME: 'displayName',
  LDAP_MEMBER_OF: 'memberOf',
  LDAP_PEOPLE:
    '(&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
} as const;

export const startActive = (): Promise<Slapd> =>
  Slapd.start({ before: ['moduleload memberof', ...SCHEMA, USER], inside: ['overlay memberof'] });

export const entryName = (name: string): string =>
  `cn=${name.replaceAll(',', String.raw`\,`)},ou=people,${BASE}`;

export const addActive = (slapd: Slapd, { account, name, display, password, number }: ActiveEntry) =>
  slapd.as((client) =>
    client.add(entryName(name), {
      objectClass: 'user',
      objectCategory: 'person',
      cn: name,
      sn: display,
      displayName: display,
      sAMAccountName: account,
      userPrincipalName: `${account}@corp.example.org`,
      mail: `${display.toLowerCase().replace(' ', '.')}@example.org`,
      userAccountControl: String(ENABLED),
      userPassword: password,
      objectGUID: number as never,
    }),
  );

export const disableActive = (slapd: Slapd, name: string) =>
  slapd.replace(entryName(name), 'userAccountControl', [String(DISABLED)]);
