import { edgeLabel } from './graph.ts';
import {
  ANY_TEXT,
  pathOf,
  SIZES,
  type EntryMark,
  type PlacedChart,
  type PlacedEdge,
  type PlacedNode,
} from './layout.ts';

/** The colours of the product's own tokens, written out: a picture in the docs has no style sheet. */
const INK = {
  paper: '#f6f7f4',
  surface: '#ffffff',
  ink: '#16201b',
  soft: '#5b665f',
  hair: '#c9d1c7',
  well: '#edf0eb',
  green: '#0a7d4c',
  tint: '#dcf2e3',
} as const;

/** The chart as a picture (SVG). The same chart gives the same text, byte for byte. */
export function drawChart(chart: PlacedChart, title: string): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chart.width} ${chart.height}" width="${chart.width}" height="${chart.height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0,0 L8,4 L0,8 z" fill="${INK.soft}"/></marker></defs>`,
    `<rect width="${chart.width}" height="${chart.height}" fill="${INK.paper}"/>`,
    ...chart.nodes.map(drawNode),
    ...chart.marks.flatMap(drawMark),
    ...chart.edges.map(drawEdge),
    ...chart.edges.flatMap(drawLabel),
    '</svg>',
    '',
  ].join('\n');
}

function drawNode({ node, inside, x, y, width, height }: PlacedNode): string {
  const group = node.kind === 'compound' || node.kind === 'parallel';
  const region = node.parent !== null && group;
  const fill = group ? (region ? INK.well : INK.paper) : INK.surface;
  const dash = node.kind === 'parallel' ? ' stroke-dasharray="6 4"' : '';
  const box = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="10"`;
  const lines = inside.map((line, i) =>
    text(line, x + SIZES.padX, y + SIZES.header + 8 + i * SIZES.lineHeight, SIZES.line, INK.soft),
  );
  return [
    `<rect ${box} fill="${fill}" stroke="${group ? INK.hair : INK.ink}" stroke-width="${group ? 1 : 1.2}"${dash}/>`,
    ...(node.kind === 'final'
      ? [
          `<rect x="${n(x + 3)}" y="${n(y + 3)}" width="${n(width - 6)}" height="${n(height - 6)}" rx="7" fill="none" stroke="${INK.ink}"/>`,
        ]
      : []),
    text(node.name, x + SIZES.padX, y + 20, SIZES.title, INK.ink, true),
    ...lines,
  ].join('\n');
}

function drawMark({ kind, x, y, width, height }: EntryMark): readonly string[] {
  if (kind === 'start')
    return [
      `<circle cx="${n(x + width / 2)}" cy="${n(y + height / 2)}" r="${width / 2}" fill="${INK.ink}"/>`,
    ];
  return [
    `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="10" fill="${INK.surface}" stroke="${INK.hair}"/>`,
    text(ANY_TEXT, x + 7, y + 14, SIZES.line, INK.soft),
  ];
}

function drawEdge({ edges, points }: PlacedEdge): string {
  const timed =
    edges.length > 0 && edges.every((edge) => edge.kind === 'after') ? ' stroke-dasharray="3 3"' : '';
  return `<path d="${pathOf(points)}" fill="none" stroke="${INK.soft}" stroke-width="1.2"${timed} marker-end="url(#arrow)"/>`;
}

function drawLabel({ edges, label }: PlacedEdge): readonly string[] {
  if (label === null) return [];
  const back = `<rect x="${n(label.x)}" y="${n(label.y)}" width="${n(label.width)}" height="${n(label.height)}" rx="3" fill="${INK.surface}" fill-opacity="0.9"/>`;
  const lines = edges.map((edge, i) =>
    text(
      edgeLabel(edge),
      label.x + 4,
      label.y + 11 + i * SIZES.lineHeight,
      SIZES.line,
      edge.kind === 'after' ? INK.green : INK.ink,
    ),
  );
  return [back, ...lines];
}

const text = (words: string, x: number, y: number, size: number, fill: string, bold = false): string =>
  `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${fill}"${bold ? ' font-weight="600"' : ''}>${escaped(words)}</text>`;

const n = (value: number): string => String(Math.round(value * 10) / 10);

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
