import { unitLimits as limits } from './limits.ts';

/** A line of an offer by a browser, as far as the unit needs it. */
export interface OfferedLine {
  readonly kind: 'sound' | 'picture' | 'data';
  readonly mid: string;
  /** False: the browser no longer uses this line. */
  readonly isUsed: boolean;
  /** Payload type of Opus, or of VP8; 0 for data. */
  readonly payloadType: number;
  /** Numbers of the header extensions; 0: not offered. */
  readonly transport: number;
  readonly rid: number;
  readonly repairedRid: number;
  readonly level: number;
  /** Payload type of packets that are sent again; 0: not offered. */
  readonly repair: number;
  /** Names of the layers, the smallest first. */
  readonly layers: readonly string[];
}

/** The offer of a browser (SDP). */
export interface Offer {
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly lines: readonly OfferedLine[];
}

const TRANSPORT = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const REPAIRED_RID = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';
/** How loud a packet of sound is (RFC 6464), in clear also when its content is encrypted. */
const LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
export const EXTENSIONS = {
  transport: TRANSPORT,
  rid: RID,
  repairedRid: REPAIRED_RID,
  level: LEVEL,
} as const;

const KINDS = { audio: 'sound', video: 'picture', application: 'data' } as const;
const CODECS = { sound: /^opus\/48000\/2$/i, picture: /^VP8\/90000$/i } as const;

const UFRAG = /^[\w+/]{4,256}$/;
const PASSWORD = /^[\w+/]{22,256}$/;
const FINGERPRINT = /^sha-256 [0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i;
const NAME = /^[\w-]{1,32}$/;

/** Null: nothing that the unit can answer. Only values of a strict form leave this function. */
export function readOffer(text: string): Offer | null {
  if (text.length > limits.offerMax) return null;
  const [, ...sections] = text.split(/^m=/m);
  if (sections.length === 0 || sections.length > limits.linesMax) return null;
  const lines = sections.map((section) => readLine(`m=${section}`));
  if (!lines.every((line) => line !== null)) return null;
  if (new Set(lines.map(({ mid }) => mid)).size !== lines.length) return null;
  const [ufrag, password, fingerprint] = ['ice-ufrag', 'ice-pwd', 'fingerprint'].map((name) =>
    valueOf(text, name),
  );
  if (!UFRAG.test(ufrag ?? '') || !PASSWORD.test(password ?? '') || !FINGERPRINT.test(fingerprint ?? ''))
    return null;
  return { ufrag: ufrag ?? '', password: password ?? '', fingerprint: fingerprint ?? '', lines };
}

const valueOf = (section: string, name: string): string | undefined =>
  new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(section)?.[1];

const valuesOf = (section: string, name: string): readonly string[] =>
  Array.from(section.matchAll(new RegExp(`^a=${name}:(.*?)\\r?$`, 'gm')), ([, value = '']) => value);

function readLine(section: string): OfferedLine | null {
  const [, name, portText] = /^m=(audio|video|application) (\d{1,5}) /.exec(section) ?? [];
  const media = name as keyof typeof KINDS | undefined;
  const mid = valueOf(section, 'mid') ?? '';
  if (media === undefined || !NAME.test(mid)) return null;
  const kind = KINDS[media];
  const isUsed = portText !== '0' || /^a=bundle-only\r?$/m.test(section);
  if (kind === 'data' || !isUsed) return { ...UNUSED, kind, mid, isUsed };
  const payloadType = payloadTypeOf(section, CODECS[kind]);
  if (payloadType === null) return null;
  const layers = valuesOf(section, 'rid').flatMap((value) => /^([\w-]{1,16}) send/.exec(value)?.[1] ?? []);
  return {
    kind,
    mid,
    isUsed,
    payloadType,
    transport: extensionOf(section, TRANSPORT),
    rid: extensionOf(section, RID),
    repairedRid: extensionOf(section, REPAIRED_RID),
    level: extensionOf(section, LEVEL),
    repair: repairOf(section, payloadType),
    layers: layers.slice(0, 3),
  };
}

const UNUSED = {
  payloadType: 0,
  transport: 0,
  rid: 0,
  repairedRid: 0,
  level: 0,
  repair: 0,
  layers: [],
} as const satisfies Omit<OfferedLine, 'kind' | 'mid' | 'isUsed'>;

function repairOf(section: string, payloadType: number): number {
  for (const value of valuesOf(section, 'fmtp')) {
    const [number = '', parameters = ''] = value.split(' ');
    if (parameters === `apt=${payloadType}` && /^\d{1,3}$/.test(number) && Number(number) < 128)
      return Number(number);
  }
  return 0;
}

function payloadTypeOf(section: string, codec: RegExp): number | null {
  for (const value of valuesOf(section, 'rtpmap')) {
    const [number = '', name = ''] = value.split(' ');
    if (codec.test(name) && /^\d{1,3}$/.test(number) && Number(number) < 128) return Number(number);
  }
  return null;
}

/** Elements with headers of one byte have numbers from 1 to 14. */
function extensionOf(section: string, uri: string): number {
  for (const value of valuesOf(section, 'extmap')) {
    const [number = '', name = ''] = value.split(' ');
    const id = Number(number.split('/')[0]);
    if (name === uri && Number.isInteger(id) && id > 0 && id < 15) return id;
  }
  return 0;
}

const CRLF = '\r\n';

/** The offer for the transport library: one line for all media, because it sends complete packets. */
export function offerForTransport({ ufrag, password, fingerprint }: Offer, direction: 'up' | 'down'): string {
  const transport = [
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:${fingerprint}`,
    'a=setup:actpass',
  ];
  const media = ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:media', 'a=rtcp-mux', 'a=rtpmap:96 VP8/90000'];
  const data = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:data', 'a=sctp-port:5000'];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE media${direction === 'up' ? '' : ' data'}`,
    ...media,
    direction === 'up' ? 'a=sendonly' : 'a=recvonly',
    ...transport,
    ...(direction === 'up' ? [] : [...data, ...transport]),
  ];
  return `${lines.join(CRLF)}${CRLF}`;
}
