// Makes public/static/voice/notify.mp3, the sound of an arriving message: two soft notes, a fourth
// apart, each a sine with a little of its octave and a bell-like decay. The sound is our own.
//
// The result is in the repository; run this only to change it. It needs the `lame` encoder of the
// system (Debian: apt-get install lame), which nothing else does:
//
//     node src/tools/make-notify-sound.mjs
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { root, spawnCommand, stop } from './run-command.mjs';

const rate = 44_100;
const lengthSec = 0.62;

/** Frequency in Hz, start in seconds, loudness 0–1. */
const notes = [
  { hz: 783.99, at: 0, loud: 0.34 },
  { hz: 1046.5, at: 0.12, loud: 0.3 },
];

/**
 * @param {{ hz: number, at: number, loud: number }} note
 * @param {number} sec since the start of the sound
 */
function sample(note, sec) {
  const age = sec - note.at;
  if (age < 0) return 0;
  const attack = Math.min(1, age / 0.008);
  const decay = Math.exp(-age * 9);
  const turn = 2 * Math.PI * note.hz * age;
  return note.loud * attack * decay * (Math.sin(turn) + 0.22 * Math.sin(2 * turn) * Math.exp(-age * 14));
}

function wave() {
  const count = Math.round(rate * lengthSec);
  const fadeFrom = lengthSec - 0.05;
  const body = Buffer.alloc(count * 2);
  for (let i = 0; i < count; i += 1) {
    const sec = i / rate;
    const fade = Math.min(1, (lengthSec - sec) / (lengthSec - fadeFrom));
    const value = notes.reduce((sum, note) => sum + sample(note, sec), 0) * fade;
    body.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), i * 2);
  }
  return body;
}

/** @param {Buffer} body 16-bit mono samples */
function withWavHeader(body) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + body.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(body.length, 40);
  return Buffer.concat([head, body]);
}

const folder = `${root}public/static/voice`;
const wav = `${root}.cache/notify.wav`;
mkdirSync(folder, { recursive: true });
mkdirSync(`${root}.cache`, { recursive: true });
writeFileSync(wav, withWavHeader(wave()));
const { code } = await spawnCommand('lame', [
  '--quiet',
  '-m',
  'm',
  '-b',
  '64',
  '-t',
  wav,
  `${folder}/notify.mp3`,
]);
rmSync(wav);
if (code !== 0) stop('The encoder `lame` is needed: apt-get install lame');
