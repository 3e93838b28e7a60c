import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { type ChartEdge, type ChartGraph, type ChartNode, edgeLabel } from './graph.ts';

/**
 * How wide a text is drawn, without a screen: charts must come out the same on every machine. Widths
 * are those of a common sans-serif at 1 px of size, rounded up, so that a real font never needs more.
 */
const NARROW = new Set("iljt.,:;'|![]()·f ");
const WIDE = new Set('mwMW@%—');

function textWidth(text: string, size: number): number {
  let units = 0;
  for (const char of text)
    units += NARROW.has(char) ? 0.34 : WIDE.has(char) ? 0.92 : char >= 'A' && char <= 'Z' ? 0.7 : 0.59;
  return Math.ceil(units * size);
}

/** A chart with a place for everything, in px from its upper left corner. */
export interface PlacedChart {
  readonly width: number;
  readonly height: number;
  /** Parents before their children. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly marks: readonly EntryMark[];
}

export interface ChartBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Start of an edge without a source state: the initial one, or one from any state inside a composite state.
 */
export interface EntryMark extends ChartBox {
  readonly id: string;
  readonly kind: 'start' | 'any';
}

export interface PlacedNode extends ChartBox {
  readonly node: ChartNode;
  /** Internal transitions, one line each. */
  readonly inside: readonly string[];
  /** The edges of those lines. */
  readonly insideEdges: readonly ChartEdge[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** All ways from one state to another are one line with several labels. */
export interface PlacedEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Empty for the arrow to the first state. */
  readonly edges: readonly ChartEdge[];
  readonly points: readonly Point[];
  readonly label: ChartBox | null;
}

export const SIZES = { title: 13, line: 11, lineHeight: 15, padX: 12, padY: 8, header: 30, dot: 10 } as const;

/** Start points of edges from a whole composite state that end inside it. */
const ANY = ':any';
const START = ':start';
export const ANY_TEXT = 'any state';

interface Bundle {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly edges: readonly ChartEdge[];
}

export async function layOut(graph: ChartGraph, elk: Pick<ELK, 'layout'>): Promise<PlacedChart> {
  const bundles = bundlesOf(graph);
  const canvas: ElkNode = {
    id: ':canvas',
    layoutOptions: OPTIONS,
    children: graph.nodes.filter((node) => node.parent === null).map((node) => boxOf(graph, node, bundles)),
    edges: bundles.map(elkEdge),
  };
  const root = await elk.layout(canvas);
  const boxes = new Map<string, ChartBox>();
  collect(root, { x: 0, y: 0 }, boxes);
  const edgeById = new Map((root.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: Math.ceil(root.width ?? 0),
    height: Math.ceil(root.height ?? 0),
    nodes: graph.nodes.flatMap((node) => placeNode(graph, node, boxes.get(node.id))),
    marks: [...boxes].flatMap(([id, box]) =>
      /:(?:any|start)$/.test(id) ? [{ id, kind: id.endsWith(ANY) ? 'any' : 'start', ...box } as const] : [],
    ),
    edges: bundles.flatMap((bundle) => placeEdge(bundle, edgeById.get(bundle.id))),
  };
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '7',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.spacing.nodeNode': '34',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
} as const;

/** Lines of the same two states become one, in the order of the first of each. */
function bundlesOf(graph: ChartGraph): readonly Bundle[] {
  const starts = graph.nodes
    .filter((node) => node.initial && node.parent !== null)
    .map((node): Bundle => ({
      id: `${node.parent}${START}>${node.id}`,
      from: `${node.parent}${START}`,
      to: node.id,
      edges: [],
    }));
  const bundles = new Map<string, { from: string; to: string; edges: ChartEdge[] }>();
  for (const edge of graph.edges) {
    for (const to of edge.targets) {
      const from = to.startsWith(`${edge.source}.`) ? `${edge.source}${ANY}` : edge.source;
      const id = `${from}>${to}`;
      const bundle = bundles.get(id);
      if (bundle) bundle.edges.push(edge);
      else bundles.set(id, { from, to, edges: [edge] });
    }
  }
  return [...starts, ...[...bundles].map(([id, one]) => ({ id, ...one }))];
}

const insideOf = (graph: ChartGraph, node: ChartNode): readonly ChartEdge[] =>
  graph.edges.filter((edge) => edge.source === node.id && edge.targets.length === 0);

function linesOf(graph: ChartGraph, node: ChartNode): readonly string[] {
  return [
    ...node.entry.map((name) => `entry / ${name}`),
    ...node.exit.map((name) => `exit / ${name}`),
    ...insideOf(graph, node).map((edge) => `${edgeLabel(edge)} / ${edge.actions.join(', ') || 'nothing'}`),
  ];
}

function boxOf(graph: ChartGraph, node: ChartNode, bundles: readonly Bundle[]): ElkNode {
  const children = graph.nodes.filter((one) => one.parent === node.id);
  const lines = linesOf(graph, node);
  const width =
    Math.max(textWidth(node.name, SIZES.title) + 8, ...lines.map((line) => textWidth(line, SIZES.line))) +
    2 * SIZES.padX;
  const textHeight = SIZES.header + (lines.length > 0 ? lines.length * SIZES.lineHeight + SIZES.padY : 0);
  if (children.length === 0) return { id: node.id, width: Math.max(width, 72), height: textHeight };
  const dots = [
    { id: `${node.id}${START}`, width: SIZES.dot, height: SIZES.dot },
    { id: `${node.id}${ANY}`, width: textWidth(ANY_TEXT, SIZES.line) + 14, height: 20 },
  ].filter(({ id }) => bundles.some((one) => one.from === id));
  return {
    id: node.id,
    layoutOptions: {
      'elk.padding': `[top=${textHeight + 14},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${textHeight})`,
    },
    children: [...dots, ...children.map((child) => boxOf(graph, child, bundles))],
  };
}

function elkEdge(bundle: Bundle): ElkExtendedEdge {
  const lines = bundle.edges.map(edgeLabel);
  const width = Math.max(0, ...lines.map((line) => textWidth(line, SIZES.line))) + 8;
  return {
    id: bundle.id,
    sources: [bundle.from],
    targets: [bundle.to],
    labels:
      lines.length === 0
        ? []
        : [
            {
              id: `${bundle.id}:label`,
              text: lines.join('\n'),
              width,
              height: lines.length * SIZES.lineHeight + 2,
            },
          ],
  };
}

function collect(node: ElkNode, origin: Point, boxes: Map<string, ChartBox>): void {
  for (const child of node.children ?? []) {
    const at = { x: origin.x + (child.x ?? 0), y: origin.y + (child.y ?? 0) };
    boxes.set(child.id, { ...at, width: child.width ?? 0, height: child.height ?? 0 });
    collect(child, at, boxes);
  }
}

function placeNode(graph: ChartGraph, node: ChartNode, box: ChartBox | undefined): readonly PlacedNode[] {
  return box === undefined
    ? []
    : [{ ...box, node, inside: linesOf(graph, node), insideEdges: insideOf(graph, node) }];
}

function placeEdge(bundle: Bundle, edge: ElkExtendedEdge | undefined): readonly PlacedEdge[] {
  const [section] = edge?.sections ?? [];
  if (section === undefined) return [];
  const [label] = edge?.labels ?? [];
  return [
    {
      id: bundle.id,
      source: bundle.from,
      target: bundle.to,
      edges: bundle.edges,
      points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint],
      label:
        label === undefined
          ? null
          : { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 },
    },
  ];
}

/** A line with its corners rounded, as the path of a drawing. */
export function pathOf(points: readonly Point[], radius = 7): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${first.x},${first.y}`];
  let from = first;
  rest.forEach((at, i) => {
    const next = rest[i + 1];
    if (next === undefined) parts.push(`L${at.x},${at.y}`);
    else {
      const before = toward(at, from, radius);
      const after = toward(at, next, radius);
      parts.push(`L${before.x},${before.y}`, `Q${at.x},${at.y} ${after.x},${after.y}`);
    }
    from = at;
  });
  return parts.join(' ');
}

function toward(from: Point, to: Point, most: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.abs(dx) + Math.abs(dy);
  const by = length === 0 ? 0 : Math.min(most, length / 2) / length;
  return { x: round(from.x + dx * by), y: round(from.y + dy * by) };
}

const round = (value: number): number => Math.round(value * 10) / 10;
