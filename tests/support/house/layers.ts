import type { Import } from './imports.ts';

/** The imports that each layer may have, as in docs/architecture.md. `type` means types only. */
type Right = 'all' | 'type';

const rights: Readonly<Record<string, Readonly<Record<string, Right>>>> = {
  domain: {},
  ports: { domain: 'type' },
  wire: { domain: 'all' },
  machines: { domain: 'all' },
  client: { domain: 'all', ports: 'all', wire: 'all', machines: 'all' },
  server: { domain: 'all', ports: 'all', wire: 'all', machines: 'all', locales: 'type' },
  /** Catalogues, and the types of their keys. */
  locales: {},
  app: { client: 'all', domain: 'all', machines: 'all', locales: 'type' },
  /** The client for programs. */
  library: { client: 'all', domain: 'all', ports: 'all', wire: 'all' },
  /** It shows the sentences of the rules. */
  inspector: { client: 'all', domain: 'all', machines: 'all', docs: 'all' },
  /** The console uses only the shared look of the app. */
  console: { app: 'all', domain: 'all', locales: 'type' },
  /** The app's own components over a recorded script. */
  replay: { app: 'all', client: 'all', domain: 'all', inspector: 'all', machines: 'all' },
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
    locales: 'type',
  },
};

/**
 * Folders that each folder of the server may import besides itself. The entries above them may import all.
 */
const serverRights: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  access: ['kernel'],
  platform: ['kernel'],
  tls: ['kernel'],
  files: ['kernel'],
  cluster: ['kernel'],
  storage: ['kernel', 'files'],
  frames: ['kernel', 'files'],
  delivery: ['kernel', 'access', 'frames'],
  features: ['kernel', 'access', 'files', 'frames'],
  operation: ['kernel', 'delivery'],
  http: ['kernel', 'features', 'files', 'frames', 'operation'],
  copies: ['kernel', 'files', 'storage'],
  admin: ['kernel', 'features', 'storage', 'copies'],
  console: ['kernel', 'features', 'http', 'operation', 'admin'],
};

/** Folders of the client on which most of its other folders depend. */
const beneath: readonly string[] = ['connection', 'kernel', 'interface', 'state'];
const clientRights: Readonly<Record<string, readonly string[]>> = {
  state: [],
  interface: ['state'],
  kernel: ['interface'],
  connection: ['kernel', 'interface', 'state'],
  persistence: ['state'],
  report: ['state'],
  sync: beneath,
  'pending-changes': beneath,
  conversation: [...beneath, 'sync', 'pending-changes'],
  outbox: [...beneath, 'sync'],
  uploads: [...beneath, 'sync', 'outbox'],
  call: beneath,
  'group-call': [...beneath, 'call'],
  session: [...beneath, 'sync', 'pending-changes', 'conversation', 'outbox', 'persistence'],
  actions: [...beneath, 'sync', 'conversation', 'uploads', 'call', 'session', 'typing'],
  typing: [...beneath, 'sync'],
  effects: [...beneath, 'sync', 'call', 'session'],
};

/** The parts of every screen. */
const parts: readonly string[] = ['platform', 'paths', 'i18n', 'kit', 'shared'];

/**
 * Layers inside the app: shared parts, then screens by subject, then the frame around them. Code of two
 * subjects is in `shared`. The few subjects that open parts of another do so in one direction.
 */
const appRights: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  paths: [],
  worker: ['paths'],
  i18n: ['platform'],
  kit: ['platform', 'paths', 'i18n'],
  shared: ['platform', 'paths', 'i18n', 'kit'],
  'screens/account': [...parts, 'screens/calls'],
  'screens/calls': parts,
  'screens/chats': [...parts, 'screens/people'],
  'screens/groups': parts,
  'screens/inbox': parts,
  'screens/people': [...parts, 'screens/account'],
  'screens/conversation': [...parts, 'screens/account', 'screens/people'],
  'screens/moments': [...parts, 'screens/conversation'],
  start: [...parts, 'screens/account'],
  layout: [
    ...parts,
    ...['account', 'calls', 'chats', 'conversation', 'groups', 'inbox', 'moments', 'people'].map(
      (subject) => `screens/${subject}`,
    ),
  ],
};

/** The folder inside a layer; that of a screen with its subject. Files of the layer itself have none. */
function folderOf(path: string): string | undefined {
  const [first, second] = path.split('/').slice(2, -1);
  return first === 'screens' && second !== undefined ? `screens/${second}` : first;
}

const insides: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  server: serverRights,
  client: clientRights,
  app: appRights,
};

/** Entries with a separate folder: the page of the kit, and the client assembled for a page. */
const entryFolders: readonly string[] = ['src/app/kit-page/', 'src/client/browser/'];

function insideFault({ from, to }: Import, layer: string): string | null {
  const rightsInside = insides[layer];
  const [here, there] = [folderOf(from), folderOf(to)];
  if (rightsInside === undefined || here === undefined || here === there) return null;
  if (entryFolders.some((folder) => from.startsWith(folder))) return null;
  return there !== undefined && rightsInside[here]?.includes(there) === true
    ? null
    : `${from} imports ${to}: inside ${layer} ${here} may not import ${there ?? 'its entries'}`;
}

const reactPackages =
  /^(?:react|react-dom|react-router-dom|@xstate\/react|@base-ui\/react|virtua|lucide-react|@xyflow\/react)(?:\/|$)/;

const reactLayers: readonly string[] = ['app', 'inspector', 'console', 'replay', 'tests'];

export function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? second : first;
}

/** The oracle judges the product, so it shares nothing with it but types (SIM-13). */
const judgeFolder = 'simulator/oracle/';

const ENTRIES = new Set(['src/server/main.ts', 'src/server/admin-main.ts']);

export function layerFault(item: Import): string | null {
  if (item.from.startsWith(judgeFolder) && !item.to.startsWith(judgeFolder) && !item.typeOnly)
    return `${item.from} imports ${item.to}: the oracle shares only types with what it judges`;
  const layer = layerOf(item.from);
  if (!item.ours) {
    return reactPackages.test(item.to) &&
      !reactLayers.includes(layer) &&
      !item.from.startsWith('simulator/browser/view/')
      ? `${item.from} uses ${item.to}: React belongs to src/app, src/inspector, src/console and src/replay`
      : null;
  }
  const target = layerOf(item.to);
  if (target === layer) return insideFault(item, layer);
  // Both entries refuse an old Node before they load anything, as the tools do.
  if (layer === 'server' && item.to === 'src/tools/node-version.mjs' && ENTRIES.has(item.from)) return null;
  if (item.from.startsWith('src/app/kit/') && target === 'client')
    return `${item.from} imports ${item.to}: the kit knows no client`;
  const allowed = rights[layer];
  if (allowed === undefined) return null;
  const right = allowed[target];
  if (right === 'all' || (right === 'type' && item.typeOnly)) return null;
  return `${item.from} imports ${item.to}: ${layer} may not import ${right === 'type' ? 'code of ' : ''}${target}`;
}
