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
import { use, useMemo, useState, type RefObject } from 'react';
import { graphOf } from '../chart/graph.ts';
import { layOut, type PlacedChart } from '../chart/layout.ts';
import type { Listed } from '../machines.ts';
import { LightContext } from './light-context.ts';
import styles from './chart.module.css';
import { EntryMarkBox, StateBox, Way } from './chart-parts.tsx';

interface Props {
  readonly listed: Listed;
  /** States that the machine is in. */
  readonly lit: ReadonlySet<string>;
  /** Names of the transitions just taken. */
  readonly taken: readonly string[];
  readonly over: boolean;
  readonly search: RefObject<HTMLInputElement | null>;
}

const elk = new ELK();
const charts = new Map<string, Promise<PlacedChart>>();

/** Each machine is laid out once. */
function placed({ name, machine }: Listed): Promise<PlacedChart> {
  const known = charts.get(name);
  if (known) return known;
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

function Flow({ listed, lit, taken, search }: Props) {
  const chart = use(placed(listed));
  const flow = useReactFlow();
  const [words, setWords] = useState('');
  const nodes = useMemo(() => nodesOf(chart), [chart]);
  const edges = useMemo(() => edgesOf(chart), [chart]);
  const found = useMemo(() => matches(chart, words.trim().toLowerCase()), [chart, words]);
  const light = useMemo(() => ({ lit, taken: new Set(taken), found }), [lit, taken, found]);
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
            if (event.key === 'Enter' && found.size > 0)
              void flow.fitView({ nodes: [...found].map((id) => ({ id })), maxZoom: 1.4, duration: 200 });
          }}
        />
        {words.trim() !== '' && <output>{found.size} found</output>}
      </div>
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
        fitViewOptions={{ padding: 0.04 }}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} color="var(--hair)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </LightContext>
  );
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
