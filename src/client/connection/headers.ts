import { OUR_CLIENT } from '../../wire/first-call.ts';

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
