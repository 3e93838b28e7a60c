import { EXTENSIONS, type Offer, type OfferedLine } from './offer.ts';

/** The transport library's side of a connection. */
export interface OwnTransport {
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly candidates: readonly string[];
}

const CRLF = '\r\n';

/** Null: the library made no whole description. */
export function ownTransportIn(description: string): OwnTransport | null {
  const value = (name: string) => new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(description)?.[1] ?? '';
  const candidates = Array.from(description.matchAll(/^a=(candidate:.*?)\r?$/gm), ([, one = '']) => one);
  const own = {
    ufrag: value('ice-ufrag'),
    password: value('ice-pwd'),
    fingerprint: value('fingerprint'),
    candidates,
  };
  return own.ufrag === '' || own.password === '' || own.fingerprint === '' ? null : own;
}

/** Adds a candidate for each announced address, for a unit behind a router or in a container. */
export function withAddresses(own: OwnTransport, addresses: readonly string[], port: number): OwnTransport {
  const added = addresses.map(
    (address, index) => `candidate:${90 + index} 1 UDP ${2_113_929_471 - index} ${address} ${port} typ host`,
  );
  return { ...own, candidates: [...own.candidates, ...added] };
}

/** The answer for the browser. `ssrcs`: those of a downward connection, by the name of the line. */
export function answerFor(
  { lines }: Offer,
  own: OwnTransport,
  ssrcs: ReadonlyMap<string, number> | null,
): string {
  const used = lines.filter(({ isUsed }) => isUsed);
  const session = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${used.map(({ mid }) => mid).join(' ')}`,
    'a=msid-semantic:WMS *',
  ];
  const sections = lines.flatMap((line) => {
    if (!line.isUsed) return unusedSection(line);
    return [
      ...(line.kind === 'data' ? dataSection() : mediaSection(line, ssrcs?.get(line.mid) ?? null)),
      `a=mid:${line.mid}`,
      `a=ice-ufrag:${own.ufrag}`,
      `a=ice-pwd:${own.password}`,
      `a=fingerprint:${own.fingerprint}`,
      'a=setup:active',
      ...(line === used[0] ? [...own.candidates.map((one) => `a=${one}`), 'a=end-of-candidates'] : []),
    ];
  });
  return `${[...session, ...sections].join(CRLF)}${CRLF}`;
}

const MEDIA = { sound: 'audio', picture: 'video' } as const;

const unusedSection = ({ kind, mid }: OfferedLine): readonly string[] => [
  kind === 'data'
    ? 'm=application 0 UDP/DTLS/SCTP webrtc-datachannel'
    : `m=${MEDIA[kind]} 0 UDP/TLS/RTP/SAVPF 0`,
  'c=IN IP4 0.0.0.0',
  'a=inactive',
  `a=mid:${mid}`,
];

const dataSection = (): readonly string[] => [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=sctp-port:5000',
  'a=max-message-size:65536',
];

function mediaSection(line: OfferedLine, ssrc: number | null): readonly string[] {
  const { kind, mid, payloadType } = line;
  // Downward, packets are sent again in the stream itself.
  const repair = ssrc === null ? line.repair : 0;
  const formats = repair > 0 ? [payloadType, repair] : [payloadType];
  return [
    `m=${MEDIA[kind === 'sound' ? kind : 'picture']} 9 UDP/TLS/RTP/SAVPF ${formats.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    ssrc === null ? 'a=recvonly' : 'a=sendonly',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...extensionsOf(line, ssrc === null),
    ...(kind === 'sound' ? soundFormat(payloadType) : pictureFormat(payloadType, repair)),
    `a=rtcp-fb:${payloadType} transport-cc`,
    ...(ssrc === null
      ? layersOf(line.layers)
      : [`a=msid:stream-${mid} track-${mid}`, `a=ssrc:${ssrc} cname:${mid}`]),
  ];
}

const soundFormat = (payloadType: number): readonly string[] => [
  `a=rtpmap:${payloadType} opus/48000/2`,
  `a=fmtp:${payloadType} minptime=10;useinbandfec=1;usedtx=1`,
];

const pictureFormat = (payloadType: number, repair: number): readonly string[] => [
  `a=rtpmap:${payloadType} VP8/90000`,
  // Browsers of the Chromium family begin with this rate instead of a third of it.
  `a=fmtp:${payloadType} x-google-start-bitrate=800`,
  `a=rtcp-fb:${payloadType} nack`,
  `a=rtcp-fb:${payloadType} nack pli`,
  ...(repair > 0 ? [`a=rtpmap:${repair} rtx/90000`, `a=fmtp:${repair} apt=${payloadType}`] : []),
];

function extensionsOf(
  { transport, rid, repairedRid, level }: OfferedLine,
  isUpward: boolean,
): readonly string[] {
  const offered: readonly (readonly [number, string])[] = [
    [transport, EXTENSIONS.transport],
    ...(isUpward
      ? ([
          [rid, EXTENSIONS.rid],
          [repairedRid, EXTENSIONS.repairedRid],
          [level, EXTENSIONS.level],
        ] as const)
      : []),
  ];
  return offered.flatMap(([number, uri]) => (number > 0 ? [`a=extmap:${number} ${uri}`] : []));
}

const layersOf = (layers: readonly string[]): readonly string[] =>
  layers.length === 0
    ? []
    : [...layers.map((layer) => `a=rid:${layer} recv`), `a=simulcast:recv ${layers.join(';')}`];
