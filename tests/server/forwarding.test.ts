import { expect, it } from 'vitest';
import { answerFor, ownTransportIn } from '../../src/server/forwarding/answer.ts';
import { PacketArrivals } from '../../src/server/forwarding/arrivals.ts';
import { Bandwidth } from '../../src/server/forwarding/bandwidth.ts';
import { type OfferedLine, readOffer } from '../../src/server/forwarding/offer.ts';
import { Room } from '../../src/server/forwarding/room.ts';
import { readRtcp, writeKeyframeRequest, writeLost } from '../../src/server/forwarding/rtcp.ts';
import { extensionOf, isRtcp, readRtp, writeRtp } from '../../src/server/forwarding/rtp.ts';
import { shareOf } from '../../src/server/forwarding/share.ts';
import { readFeedback, writeFeedback } from '../../src/server/forwarding/transport-feedback.ts';
import { unitLimits } from '../../src/server/forwarding/limits.ts';
import { readVp8 } from '../../src/server/forwarding/vp8.ts';

/** Numbers without a pattern, the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
}

const LINE = {
  mid: '0',
  isUsed: true,
  payloadType: 96,
  transport: 4,
  rid: 0,
  repairedRid: 0,
  level: 0,
  repair: 97,
  layers: [],
} as const;
const SOUND = { ...LINE, kind: 'sound', payloadType: 111, repair: 0 } as const;
const PICTURE = { ...LINE, kind: 'picture' } as const;

/** A packet of a picture: a short descriptor with both numbers, and a frame that is a key frame or not. */
function picture(sequence: number, ssrc: number, isKeyframe: boolean, timestamp = sequence * 3_000): Buffer {
  const payload = Buffer.from([
    0x90,
    0xc0,
    0x80,
    sequence & 0x7f,
    sequence & 0xff,
    isKeyframe ? 0x10 : 0x11,
    1,
    2,
    3,
  ]);
  return writeRtp({ payloadType: 96, marker: true, sequence, timestamp, ssrc }, payload, 4);
}
const sound = (sequence: number, ssrc = 9): Buffer =>
  writeRtp(
    { payloadType: 111, marker: false, sequence, timestamp: sequence * 960, ssrc },
    Buffer.from('sound'),
    4,
  );

/** The packet with its loudness as one more header extension. */
function withLevel(packet: Buffer, extension: number, level: number): Buffer {
  const longer = Buffer.concat([
    packet.subarray(0, 20),
    Buffer.from([extension << 4, level, 0, 0]),
    packet.subarray(20),
  ]);
  longer.writeUInt16BE(2, 14);
  return longer;
}

/** A call of senders and receivers without a network. */
function call(...names: readonly string[]) {
  const room = new Room();
  room.allow(names);
  const sent: Record<string, Buffer[]> = {};
  const told: Record<string, string[]> = {};
  const closed: string[] = [];
  let ssrc = 100;
  const wire = (name: string) => ({
    send: (packet: Buffer) => void (sent[name] ??= []).push(packet),
    tell: (text: string) => void (told[name] ??= []).push(text),
    close: () => void closed.push(name),
  });
  const up = (
    name: string,
    kind: 'sound' | 'picture',
    line: OfferedLine = kind === 'sound' ? SOUND : PICTURE,
  ) => {
    const link = room.addUp(name, kind, wire(`${name} ${kind}`), line);
    room.connected(name, link);
    return link;
  };
  const down = (name: string, wants: readonly object[]) => {
    const link = room.addDown(name, wire(name));
    link.offer(
      [
        { ...SOUND, mid: 's' },
        { ...PICTURE, mid: 'p' },
      ],
      () => (ssrc += 1),
    );
    room.connected(name, link);
    room.told(name, JSON.stringify({ wants }), 0);
    return link;
  };
  const received = (name: string) => (sent[name] ?? []).filter((packet) => !isRtcp(packet));
  return { room, sent, told, closed, up, down, received };
}

const ALL_OF_A = [
  { line: 's', from: 'a', layer: 0 },
  { line: 'p', from: 'a', layer: 2 },
];

it('GCALL-24: sound and pictures reach the receivers that want them, as one stream each', () => {
  const { up, down, received, sent, room } = call('a', 'b', 'c');
  const [voice, camera] = [up('a', 'sound'), up('a', 'picture')];
  const receiver = down('b', ALL_OF_A);
  down('c', []);
  for (let at = 0; at < 5; at += 1) voice.take(sound((65_534 + at) & 0xffff), at * 20);
  expect(received('b').map((packet) => readRtp(packet)?.sequence)).toEqual([65_534, 65_535, 0, 1, 2]);
  expect(
    received('b').map((packet) => extensionOf(packet, readRtp(packet) as never, 4)?.readUInt16BE(0)),
  ).toEqual([0, 1, 2, 3, 4]);
  expect(received('c')).toEqual([]);
  // A picture begins with a key frame, which its sender is asked for.
  camera.take(picture(10, 7, false), 100);
  room.tick(600);
  expect((sent['a picture'] ?? []).flatMap(readRtcp)).toContainEqual({ type: 'keyframe', ssrc: 7 });
  camera.take(picture(11, 7, true), 620);
  camera.take(picture(12, 7, false), 640);
  expect(
    received('b')
      .slice(5)
      .map((packet) => readRtp(packet)?.sequence),
  ).toEqual([11, 12]);
  // A packet that the receiver lost comes again, with a new transport-wide number.
  const ssrc = readRtp(received('b').at(-1) as Buffer)?.ssrc ?? 0;
  receiver.take(writeLost(1, ssrc, [12]), 660);
  expect(readRtp(received('b').at(-1) as Buffer)).toMatchObject({ sequence: 12, ssrc });
});

it('GCALL-24: another source continues the stream of its line without a jump', () => {
  const { up, down, received, room } = call('a', 'b');
  const camera = up('a', 'picture');
  down('b', ALL_OF_A);
  camera.take(picture(1_000, 7, true), 0);
  room.tick(10);
  camera.take(picture(1_001, 7, true), 33);
  // The camera is replaced: another stream with other numbers.
  camera.take(picture(40, 8, false), 1_590);
  room.tick(1_600);
  camera.take(picture(41, 8, true), 1_610);
  const headers = received('b').map((packet) => readRtp(packet));
  expect(headers.map((header) => header?.sequence)).toEqual([1_001, 1_002]);
  expect(new Set(headers.map((header) => header?.ssrc)).size).toBe(1);
});

it('GCALL-24: gaps of a sender are asked for, a bounded number of times', () => {
  const { up, room, sent } = call('a');
  const camera = up('a', 'picture');
  camera.take(picture(1, 7, true), 0);
  camera.take(picture(4, 7, false), 1);
  for (let nowMs = 20; nowMs < 2_000; nowMs += 20) room.tick(nowMs);
  const asked = (sent['a picture'] ?? []).flatMap(readRtcp).filter(({ type }) => type === 'lost');
  expect(asked[0]).toEqual({ type: 'lost', ssrc: 7, sequences: [2, 3] });
  expect(asked).toHaveLength(6);
});

const [VOICE, ROOM, SHOUT] = [30, 70, 15] as const;

it('GCALL-30: a sound that was paused continues its stream without a gap', () => {
  const names = Array.from({ length: unitLimits.voicesMax + 2 }, (_, no) => `d${no}`);
  const { up, down, received } = call(...names, 'receiver');
  const links = names.map((name) => up(name, 'sound', { ...SOUND, level: 6 }));
  const from = names.at(-1) as string;
  down('receiver', [{ line: 's', from, layer: 0 }]);
  const last = unitLimits.voicesMax + 1;
  const sayAll = (fromSequence: number, to: number, loudness: (no: number) => number) => {
    for (let at = fromSequence; at < to; at += 1)
      links.forEach((link, no) => link.take(withLevel(sound(at, no + 1), 6, loudness(no)), at * 20));
  };
  sayAll(1, 100, (no) => (no === last ? VOICE : ROOM));
  sayAll(100, 200, (no) => (no === last ? ROOM : VOICE));
  sayAll(200, 300, (no) => (no === last ? SHOUT : VOICE));
  const headers = received('receiver').map((packet) => readRtp(packet));
  const sequences = headers.map((header) => header?.sequence ?? 0);
  expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at));
  expect(headers.map((header) => header?.timestamp)).toContain(299 * 960);
  expect([sequences.length > 200, sequences.length < 297]).toEqual([true, true]);
});

it('GCALL-25: a device that may no longer be there is cut off, and the others see who is left', () => {
  const { up, down, told, closed, room, received } = call('a', 'b');
  const voice = up('a', 'sound');
  up('b', 'sound');
  down('a', []);
  down('b', ALL_OF_A);
  const states = () => Object.keys((JSON.parse(told['b']?.at(-1) ?? '{}') as { states: object }).states);
  expect(states()).toEqual(['a', 'b']);
  room.allow(['b']);
  expect(closed.toSorted()).toEqual(['a', 'a sound']);
  expect(states()).toEqual(['b']);
  voice.take(sound(1), 10);
  expect(received('b')).toEqual([]);
});

it('GCALL-25: a limit of the unit makes pictures smaller, and leaves the sound', () => {
  const { up, down, received, room } = call('a', 'b');
  const [voice, camera] = [up('a', 'sound'), up('a', 'picture')];
  down('b', ALL_OF_A);
  const sendFor = (fromMs: number, mostBps: number) => {
    const before = received('b').length;
    for (let at = fromMs; at < fromMs + 2_000; at += 20) {
      camera.take(picture((at / 20) & 0xffff, 7, true), at);
      voice.take(sound((at / 20) & 0xffff), at);
      room.tick(at, mostBps);
    }
    const kinds = received('b').slice(before).map(readRtp);
    return [111, 96].map((kind) => kinds.filter((one) => one?.payloadType === kind).length > 50);
  };
  expect(sendFor(0, 1_000_000)).toEqual([true, true]);
  expect(sendFor(2_000, 41_000)).toEqual([true, false]);
  // The picture returns without a gap in its numbers.
  expect(sendFor(4_000, 1_000_000)).toEqual([true, true]);
  const sent = received('b')
    .map(readRtp)
    .filter((one) => one?.payloadType === 96);
  expect(sent.map((one) => one?.sequence)).toEqual(sent.map((_, at) => (sent[0]?.sequence ?? 0) + at));
});

it('GCALL-25: malformed messages of a device change nothing', () => {
  const { room, told, up, down } = call('a');
  up('a', 'sound');
  down('a', []);
  const before = told['a']?.length;
  for (const text of ['', '{', '[]', 'null', '{"wants":[1,{"line":2},null]}', 'x'.repeat(20_000)])
    room.told('a', text, 10);
  room.told('nobody', '{"state":{}}', 10);
  expect(told['a']?.length).toBe(before);
});

it('GCALL-25: a hundred thousand altered packets crash nothing', () => {
  const { up, down, room } = call('a', 'b');
  const links = [up('a', 'sound'), up('a', 'picture'), down('b', ALL_OF_A)];
  const next = numbers(7);
  const seeds = [
    sound(1),
    picture(1, 7, true),
    writeLost(1, 101, [1, 5, 9]),
    writeKeyframeRequest(1, 102),
    writeFeedback(1, 2, { base: 0, count: 0, arrivals: [1, null, 2, 90_000] }),
  ];
  for (let round = 0; round < 100_000; round += 1) {
    const seed = seeds[next(seeds.length)] as Buffer;
    const packet = Buffer.from(seed.subarray(0, next(10) === 0 ? next(seed.length + 1) : seed.length));
    for (let count = next(4); count > 0 && packet.length > 0; count -= 1)
      packet[next(packet.length)] = next(256);
    links[next(links.length)]?.take(packet, round);
    if (round % 100 === 0) room.tick(round);
  }
  expect(room.connections).toBe(3);
});

it('GCALL-24: feedback is read as it was written', () => {
  const next = numbers(3);
  for (let round = 0; round < 500; round += 1) {
    let atMs = next(1_000_000);
    const arrivals = Array.from({ length: 1 + next(60) }, () =>
      next(5) === 0 ? null : (atMs += next(200) / 4),
    );
    const message = writeFeedback(1, 2, { base: next(65_536), count: next(256), arrivals });
    expect(readFeedback(message.subarray(12))?.arrivals).toEqual(arrivals);
  }
});

it('GCALL-24: a packet that is late is described again, and does not count as lost', () => {
  const [arrivals, bandwidth] = [new PacketArrivals(1), new Bandwidth()];
  const next = numbers(5);
  const due: { readonly number: number; readonly atMs: number }[] = [];
  let described = 0;
  for (let nowMs = 0; nowMs < 6_000; nowMs += 10) {
    due.push({ number: bandwidth.send(1_000, nowMs), atMs: nowMs + next(100) });
    for (const one of due.filter(({ atMs }) => atMs <= nowMs)) {
      due.splice(due.indexOf(one), 1);
      arrivals.note(one.number, one.atMs);
    }
    const message = nowMs % 60 === 0 ? arrivals.report(2, nowMs) : null;
    const feedback = message === null ? null : readFeedback(message.subarray(12));
    if (feedback === null) continue;
    described += feedback.arrivals.filter((one) => one !== null).length;
    bandwidth.take(feedback, nowMs);
  }
  expect(described).toBeGreaterThan(600);
  expect(bandwidth.bps).toBeGreaterThan(1_500_000);
});

const run = (lost: (no: number) => boolean, wayMs: (no: number) => number) => {
  const bandwidth = new Bandwidth();
  for (let no = 0; no < 600; no += 10) {
    const arrivals = Array.from({ length: 10 }, (_, at) => {
      bandwidth.send(1_000, (no + at) * 10);
      return lost(no + at) ? null : (no + at) * 10 + wayMs(no + at);
    });
    bandwidth.take({ base: no, count: 0, arrivals }, no * 10 + 100);
  }
  return bandwidth.bps;
};

it('GCALL-24: the estimate falls when packets queue or are lost, and grows slowly', () => {
  const calm = run(
    () => false,
    () => 20,
  );
  expect(calm).toBeGreaterThan(1_500_000);
  expect(
    run(
      (no) => no % 20 === 0,
      () => 20,
    ),
  ).toBe(calm);
  expect(
    run(
      (no) => no % 3 === 0,
      () => 20,
    ),
  ).toBeLessThan(300_000);
  expect(
    run(
      () => false,
      (no) => 20 + no,
    ),
  ).toBeLessThan(700_000);
});

it('GCALL-24: a small budget gives each picture its smallest layer before any grows', () => {
  const rates = [100_000, 400_000, 1_200_000];
  const of = (wanted: number, present = -1) => ({ wanted, present, rates });
  expect(shareOf(10_000_000, [of(2), of(1), of(-1)])).toEqual([2, 1, -1]);
  expect(shareOf(250_000, [of(2), of(0)])).toEqual([0, 0]);
  expect(shareOf(120_000, [of(0), of(2)])).toEqual([-1, 0]);
  expect(shareOf(650_000, [of(2), of(2)])).toEqual([1, 0]);
  expect(shareOf(1_000_000, [{ wanted: 0, present: -1, rates: [0, 0, 500_000] }])).toEqual([2]);
  expect(shareOf(1_000_000, [{ wanted: 2, present: -1, rates: [] }])).toEqual([-1]);
});

const first = (...bytes: readonly number[]) => readVp8(Buffer.from(bytes));

it('GCALL-24: the first bits of a VP8 frame show a key frame', () => {
  expect(first(0x10, 0x00)?.startsKeyframe).toBe(true);
  expect(first(0x10, 0x01)?.startsKeyframe).toBe(false);
  expect(first(0x00, 0x00)?.startsKeyframe).toBe(false);
  expect(first(0x90, 0xe0, 0x81, 0x02, 0x03, 0x40, 0x00)).toMatchObject({
    pictureIdAt: 2,
    layerIndexAt: 4,
    temporal: 1,
  });
  expect([first(), first(0x90), first(0x90, 0xf0)]).toEqual([null, null, null]);
});

const OFFER = [
  'v=0',
  'a=group:BUNDLE 0 1',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=mid:0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=rtpmap:111 opus/48000/2',
  'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:1',
  '',
].join('\r\n');

it('GCALL-24, GCALL-25: an offer is read strictly, and answered line by line', () => {
  const offer = readOffer(OFFER);
  expect(
    offer?.lines.map(({ kind, isUsed, payloadType, transport }) => [kind, isUsed, payloadType, transport]),
  ).toEqual([
    ['sound', true, 111, 3],
    ['data', false, 0, 0],
  ]);
  const own = ownTransportIn(
    'a=ice-ufrag:x\r\na=ice-pwd:y\r\na=fingerprint:z\r\na=candidate:1 1 UDP 1 ::1 9 typ host\r\n',
  );
  if (offer === null || own === null) throw new Error('not read');
  const answer = answerFor(offer, own, new Map([['0', 77]]));
  expect(answer).toContain('a=ssrc:77 ');
  expect(answer.match(/^m=\w+ \d+/gm)).toEqual(['m=audio 9', 'm=application 0']);
  const wrong = [
    OFFER.replace('abcd\r', 'ab\r\na=x:1\r'),
    OFFER.replace('a=mid:1', 'a=mid:0'),
    OFFER.replace('opus', 'other'),
    OFFER.replace('sha-256', 'md5'),
    OFFER.replace('a=mid:0', 'a=mid:0 0'),
    '',
    OFFER.padEnd(60_001, 'x'),
  ];
  expect(wrong.map(readOffer)).toEqual(wrong.map(() => null));
});
