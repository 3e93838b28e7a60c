/** The part of the wire that the login page needs before the rest is loaded. */
export const LOGIN_PATH = '/common/pub/login';
/** Name of our client in `X-Requested-With`; base-protocol clients receive some data in another form. */
export const OUR_CLIENT = 'parley';

/** Who asks. */
export interface Speaker {
  readonly token: string;
  readonly clientId: string;
  readonly cid: string;
  readonly language: string;
}

/** Headers of every call, which identify the caller. */
export function headersFor({ token, clientId, cid, language }: Speaker): Readonly<Record<string, string>> {
  const spoken = language === '' || language === 'zh-CN' ? 'zh-Hans' : language;
  return { authorization: token, clientId, cid, 'accept-language': spoken, 'x-requested-with': OUR_CLIENT };
}
