/** The little of the wire that the login page needs before the rest of it is here. */
export const LOGIN_PATH = '/common/pub/login';
/**
 * What our client says of itself in `X-Requested-With`: plain clients are sent some things in another way.
 */
export const OUR_CLIENT = 'parley';

/** Who asks. */
export interface Speaker {
  readonly token: string;
  readonly clientId: string;
  readonly cid: string;
  readonly language: string;
}

/** What every call says of whoever asks. */
export function headersFor({ token, clientId, cid, language }: Speaker): Readonly<Record<string, string>> {
  const spoken = language.toLowerCase().startsWith('en') ? 'en' : 'zh-Hans';
  return { authorization: token, clientId, cid, 'accept-language': spoken, 'x-requested-with': OUR_CLIENT };
}
