import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressesOf, hostPrint } from '../../src/domain/fixed-host.ts';

const host = 'https://chat.example.org';
const NONE = { base: false, socket: false };

it('PHONE-6: both addresses are built from the host, and both are false once it was altered', () => {
  expect(addressesOf(host, hostPrint(host))).toEqual({ base: host, socket: 'wss://chat.example.org/wss' });
  expect(addressesOf('http://127.0.0.1:8080', hostPrint('http://127.0.0.1:8080'))).toEqual({
    base: 'http://127.0.0.1:8080',
    socket: 'ws://127.0.0.1:8080/wss',
  });
  for (const other of [
    'https://chat.example.org.evil.test',
    'http://chat.example.org',
    'https://chat.example.orq',
    '',
    'https://Chat.example.org',
  ])
    expect(addressesOf(other, hostPrint(host))).toEqual(NONE);
  expect(addressesOf(host, '')).toEqual(NONE);
  for (const bad of ['ftp://x', 'chat.example.org', 'https://x/path'])
    expect(addressesOf(bad, hostPrint(bad))).toEqual(NONE);
});

it('PHONE-6: a single changed character changes the fingerprint', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ validSchemes: ['https'] }),
      fc.nat(),
      fc.integer({ min: 1, max: 90 }),
      (url, at, by) => {
        const { origin } = new URL(url);
        const place = at % origin.length;
        const character = String.fromCodePoint(33 + (((origin.codePointAt(place) ?? 0) - 33 + by) % 94));
        const other = origin.slice(0, place) + character + origin.slice(place + 1);
        expect(hostPrint(other) === hostPrint(origin)).toBe(other === origin);
      },
    ),
  );
});

it('PHONE-6: a print has 16 digits, also where a half of it begins with 0', () => {
  const prints = Array.from({ length: 200 }, (_, no) => hostPrint(`https://host${no}.example.org`));
  expect(prints.filter((print) => !/^[\da-f]{16}$/.test(print))).toEqual([]);
  expect([0, 8].every((half) => prints.some((print) => print.startsWith('0', half)))).toBe(true);
});
