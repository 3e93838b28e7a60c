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

const OF_PROVIDER = /^OPENID_([A-Z][A-Z0-9]{0,19})_(?:CLIENT|ISSUER|NAME|NEW|SECRET|TRUST)$/;

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
      const id = OF_PROVIDER.exec(name)?.[1]?.toLowerCase();
      if (id !== undefined && !providers.has(id))
        return [`${name} has no effect: add ${id} to OPENID, or remove ${name}`];
      return [];
    });
}
