// Draws the icons of the installed app from our own mark (`public/icon.svg`). Run by hand when the mark
// changes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './run-command.mjs';

const green = '#0A7D4C';
const strokes = 'fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"';
const mark =
  '<path fill="#fff" stroke-width="1" d="M4 21.5V10.2a8 8 0 1 1 8 8H8zM12 6.7a3.5 3.5 0 0 0 0 7h3.5v-3.5A3.5 3.5 0 0 0 12 6.7z"/>';
const contacts = '<circle cx="12" cy="8.5" r="4"/><path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/>';
const scan =
  '<path d="M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.500A1.500 1.500 0 0 1 20 5.500V8M20 16v2.500a1.500 1.500 0 0 1-1.500 1.500H16M8 20H5.500A1.500 1.500 0 0 1 4 18.500V16M4 12h16"/>';

/**
 * @param {string} drawing on a grid of 24
 * @param {{ rx: number, part: number, ground?: string }} shape `part`: how much of the square the drawing takes
 */
function svg(drawing, { rx, part, ground = green }) {
  const scale = (64 * part) / 24;
  const edge = (64 - 64 * part) / 2;
  const back = ground === 'none' ? '' : `<rect width="64" height="64" rx="${rx}" fill="${ground}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${back}<g transform="translate(${edge} ${edge}) scale(${scale})" ${strokes}>${drawing}</g></svg>`,
  );
}

// A mask may take away everything outside of a circle of 80 % of the width.
const round = { rx: 15, part: 0.8 };
const whole = { rx: 0, part: 0.56 };
const icons = [
  // The page's icon is requested at each change of the address, so it is among the files that are cached
  // permanently.
  { name: 'icon-64', px: 64, source: svg(mark, round), folder: 'src/app/start' },
  { name: 'icon-192', px: 192, source: svg(mark, round) },
  { name: 'icon-512', px: 512, source: svg(mark, round) },
  { name: 'maskable-192', px: 192, source: svg(mark, whole) },
  { name: 'maskable-512', px: 512, source: svg(mark, whole) },
  { name: 'touch-180', px: 180, source: svg(mark, { rx: 0, part: 0.68 }) },
  { name: 'badge-96', px: 96, source: svg(mark, { rx: 0, part: 0.86, ground: 'none' }) },
  { name: 'contacts-96', px: 96, source: svg(contacts, { rx: 32, part: 0.56 }) },
  { name: 'scan-96', px: 96, source: svg(scan, { rx: 32, part: 0.56 }) },
];

for (const { name, px, source, folder = 'public/icons' } of icons) {
  writeFileSync(
    join(root, `${folder}/${name}.png`),
    await sharp(source, { density: 72 * 8 })
      .resize(px, px)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer(),
  );
}
