import '@xyflow/react/dist/style.css';
import ELK from 'elkjs/lib/elk.bundled.js';
import {
  Background,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
} from '@xyflow/react';
import { use, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { graphOf } from '../chart/graph.ts';
import { layOut, type PlacedChart } from '../chart/layout.ts';
import type { Listed } from '../machines.ts';
import { LightContext } from './light-context.ts';
import styles from './chart.module.css';
import { EntryMarkBox, StateBox, Way } from './chart-parts.tsx';

interface Props {
  readonly listed: Listed;
  /** States that the machine is in. */
  readonly activeIds: ReadonlySet<string>;
  /** Names of the transitions just taken. */
  readonly transitions: readonly string[];
  readonly over: boolean;
  readonly search: RefObject<HTMLInputElement | null>;
}

const elk = new ELK();
const charts = new Map<string, Promise<PlacedChart>>();

/** Each machine is laid out once. */
function placeChart({ name, machine }: Listed): Promise<PlacedChart> {
  const cached = charts.get(name);
  if (cached) return cached;
  const chart = layOut(graphOf(machine), elk);
  charts.set(name, chart);
  return chart;
}

const nodeTypes = { state: StateBox, mark: EntryMarkBox };
const edgeTypes = { way: Way };

export default function Chart(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ listed, activeIds, transitions, search }: Props) {
  const chart = use(placeChart(listed));
  const flow = useReactFlow();
  const [words, setWords] = useState('');
  const nodes = useMemo(() => nodesOf(chart), [chart]);
  const edges = useMemo(() => edgesOf(chart), [chart]);
  const hits = useMemo(() => matches(chart, words.trim().toLowerCase()), [chart, words]);
  const stage = useRef<HTMLDivElement>(null);
  const active = deepest(activeIds);
  const follow = useEffectEvent((ids: string) => showStates(chart, ids.split(' '), flow, stage.current));
  const ids = active.join(' ');
  useEffect(() => follow(ids), [ids]);
  const light = useMemo(
    () => ({ activeIds, transitions: new Set(transitions), hits }),
    [activeIds, transitions, hits],
  );
  return (
    <LightContext value={light}>
      <div className={styles.find}>
        <input
          ref={search}
          type="search"
          aria-label="Search states"
          placeholder="Search states  /"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && hits.size > 0)
              void flow.fitView({ nodes: [...hits].map((id) => ({ id })), maxZoom: 1.4, duration: 200 });
          }}
        />
        {words.trim() !== '' && <output>{hits.size} found</output>}
      </div>
      <div ref={stage} className={styles.whole}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          minZoom={0.15}
          maxZoom={2.5}
          fitView
          fitViewOptions={{ ...READABLE, nodes: active.map((id) => ({ id })) }}
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={24} color="var(--hair)" />
          <Controls showInteractive={false} />
        </ReactFlow>
      </div>
    </LightContext>
  );
}

/** Labels can be read; the whole chart of a large machine would be a few pixels high. */
const READABLE = { padding: 0.2, minZoom: 0.8, maxZoom: 1.1 } as const;

/** The active states that contain no other active one. */
const deepest = (activeIds: ReadonlySet<string>): readonly string[] =>
  [...activeIds].filter((id) => ![...activeIds].some((other) => other.startsWith(`${id}.`)));

/** Moves the chart only if the state is outside of the visible part. */
function showStates(
  chart: PlacedChart,
  ids: readonly string[],
  flow: ReturnType<typeof useReactFlow>,
  stage: HTMLElement | null,
): void {
  const target = chart.nodes.find(({ node }) => node.id === ids[0]);
  if (target === undefined || stage === null || !flow.viewportInitialized) return;
  const { x, y, zoom } = flow.getViewport();
  const [left, top] = [target.x * zoom + x, target.y * zoom + y];
  const [right, bottom] = [left + target.width * zoom, top + target.height * zoom];
  if (left >= 0 && top >= 0 && right <= stage.clientWidth && bottom <= stage.clientHeight) return;
  void flow.setCenter(target.x + target.width / 2, target.y + target.height / 2, {
    zoom: Math.max(zoom, READABLE.minZoom),
    duration: 200,
  });
}

const depth = (id: string): number => id.split('.').length;

function nodesOf(chart: PlacedChart): Node[] {
  const states = chart.nodes.map((one): Node => ({
    id: one.node.id,
    type: 'state',
    position: { x: one.x, y: one.y },
    data: { placed: one },
    width: one.width,
    height: one.height,
    zIndex: depth(one.node.id),
  }));
  const marks = chart.marks.map((one): Node => ({
    id: one.id,
    type: 'mark',
    position: { x: one.x, y: one.y },
    data: { kind: one.kind },
    width: one.width,
    height: one.height,
    zIndex: 20,
  }));
  return [...states, ...marks];
}

const edgesOf = (chart: PlacedChart): Edge[] =>
  chart.edges.map((one): Edge => ({
    id: one.id,
    source: one.source,
    target: one.target,
    type: 'way',
    data: { placed: one },
    zIndex: 30,
  }));

function matches(chart: PlacedChart, words: string): ReadonlySet<string> {
  if (words === '') return new Set();
  return new Set(
    chart.nodes
      .filter(
        (one) =>
          one.node.name.toLowerCase().includes(words) ||
          one.inside.some((line) => line.toLowerCase().includes(words)),
      )
      .map((one) => one.node.id),
  );
}
