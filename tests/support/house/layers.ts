import type { Import } from './imports.ts';

/** Who may import whom: the table of docs/architecture.md. `type` means types only. */
type Right = 'all' | 'type';

const rights: Readonly<Record<string, Readonly<Record<string, Right>>>> = {
  domain: {},
  ports: { domain: 'type' },
  wire: { domain: 'all' },
  machines: { domain: 'all' },
  client: { domain: 'all', ports: 'all', wire: 'all', machines: 'all' },
  server: { domain: 'all', ports: 'all', wire: 'all', machines: 'all' },
  app: { client: 'all', domain: 'all', machines: 'all' },
  /** It shows the sentences of the rules. */
  inspector: { client: 'all', domain: 'all', machines: 'all', docs: 'all' },
  tools: {},
  /** The app with its server in one page. */
  demo: {
    app: 'all',
    client: 'all',
    server: 'all',
    domain: 'all',
    ports: 'all',
    wire: 'all',
    machines: 'all',
  },
};

/**
 * Inside the server: the folders that each may import beside itself; its entries, which lie above them, may
 * import all.
 */
const serverRights: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  platform: ['kernel'],
  files: ['kernel'],
  cluster: ['kernel'],
  storage: ['kernel', 'files'],
  frames: ['kernel', 'files'],
  delivery: ['kernel', 'frames'],
  features: ['kernel', 'files', 'frames'],
  operation: ['kernel', 'delivery'],
  http: ['kernel', 'features', 'files', 'frames', 'operation'],
  admin: ['kernel', 'features', 'storage'],
};

function serverFault({ from, to }: Import): string | null {
  const [here, there] = [from, to].map((path) => path.split('/').slice(2, -1)[0]);
  if (here === undefined || here === there) return null;
  return there !== undefined && serverRights[here]?.includes(there) === true
    ? null
    : `${from} imports ${to}: inside the server ${here} may not import ${there ?? 'its entries'}`;
}

const reactPackages =
  /^(?:react|react-dom|react-router-dom|@xstate\/react|@base-ui\/react|virtua|lucide-react|@xyflow\/react)(?:\/|$)/;

const reactLayers: readonly string[] = ['app', 'inspector', 'tests'];

export function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? second : first;
}

/** The oracle judges the product, so it shares nothing with it but types (SIM-13). */
const judgeFolder = 'simulator/oracle/';

export function layerFault(item: Import): string | null {
  if (item.from.startsWith(judgeFolder) && !item.to.startsWith(judgeFolder) && !item.typeOnly)
    return `${item.from} imports ${item.to}: the oracle shares only types with what it judges`;
  const layer = layerOf(item.from);
  if (!item.ours) {
    return reactPackages.test(item.to) &&
      !reactLayers.includes(layer) &&
      !item.from.startsWith('simulator/browser/view/')
      ? `${item.from} uses ${item.to}: React belongs to src/app and src/inspector`
      : null;
  }
  const target = layerOf(item.to);
  if (layer === 'server' && target === layer) return serverFault(item);
  const allowed = rights[layer];
  if (target === layer || allowed === undefined) return null;
  const right = allowed[target];
  if (right === 'all' || (right === 'type' && item.typeOnly)) return null;
  return `${item.from} imports ${item.to}: ${layer} may not import ${right === 'type' ? 'code of ' : ''}${target}`;
}
