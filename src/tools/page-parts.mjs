import { dirname, join } from 'node:path';
import { root } from './run-command.mjs';

/**
 * The parts of the app, each with its entry modules. A module and its imports belong to the first part that
 * needs them; the bundler places all others.
 */
const BEGINNINGS = {
  /** Modules of the first view. */
  page: ['src/app/main.tsx'],
  /** The list of chats. */
  home: [
    'src/app/whole-app.tsx',
    'src/app/screens/chats/home-page.tsx',
    'src/client/browser/browser-client.ts',
  ],
  /** Pages for signed-out visitors: they must not load the parts for a list. */
  visitors: ['src/app/screens/account/login/register-page.tsx'],
  /** Parts that load automatically after the list. */
  streams: ['src/client/browser/late-code.ts'],
  actions: ['src/client/actions/page-actions.ts'],
  hosts: [
    'src/app/layout/later-hosts.tsx',
    'src/app/layout/phone-host.tsx',
    'src/app/layout/splitter.tsx',
    'src/app/screens/chats/list-extras.tsx',
    'src/app/screens/account/settings/start-check.tsx',
  ],
  /** Menus and dialogs: the first press most likely needs them. */
  overlays: [
    'src/app/kit/overlays/menu-popup.tsx',
    'src/app/kit/overlays/action-sheet.tsx',
    'src/app/kit/overlays/dialog-frame.tsx',
    'src/app/kit/dialogs.tsx',
    'src/app/screens/chats/add-menu.tsx',
    'src/app/screens/chats/row-menu.tsx',
  ],
  /** Sending, which also works without the page of a chat. */
  sending: ['src/client/sending.ts'],
  /** Parts that a chat shares with other pages, which must not load the whole chat. */
  shared: [],
  chat: ['src/app/screens/conversation/chat-page.tsx'],
};

/** @typedef {keyof typeof BEGINNINGS} Part */
const PARTS = /** @type {readonly Part[]} */ (Object.keys(BEGINNINGS));

/** Each page of the app is fetched from here. */
const PAGE_LOADS = 'src/app/layout/page-loads.ts';
const OF_CHAT = join(root, 'src/app/screens/conversation/');

const ICONS = 'lucide-react';
/** `Trash2` is in `trash-2.mjs`. @param {string} name */
const fileOf = (name) => name.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z\d])(?=[A-Z][a-z])/g, '-').toLowerCase();

/**
 * The library names all icons in one file: only those that the code names are meant.
 *
 * @param {string} code
 * @param {string} library
 * @param {Set<string>} paths
 */
function addIcons(code, library, paths) {
  const folder = dirname(library);
  paths.add(join(folder, 'createLucideIcon.mjs'));
  paths.add(join(root, 'src/app/kit/icon.ts'));
  for (const [, list = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)) {
    for (const name of list.split(','))
      paths.add(join(folder, 'icons', `${fileOf(name.trim().split(' ')[0] ?? '')}.mjs`));
  }
}

/**
 * Assigns modules to parts of the app, so that each part is one file without modules that only other pages
 * share.
 */
export function pageParts() {
  /** @type {Map<string, Part>} */
  const partOf = new Map();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'page-parts',
    apply: 'build',
    buildEnd() {
      /** @param {string} id @param {Set<string>} paths */
      const follow = (id, paths) => {
        if (paths.has(id)) return;
        paths.add(id);
        const info = this.getModuleInfo(id);
        for (const next of info?.importedIds ?? [])
          if (next.includes(ICONS)) addIcons(info?.code ?? '', next, paths);
          else follow(next, paths);
      };
      /** All that these need. @param {readonly string[]} ids */
      const needed = (ids) => {
        /** @type {Set<string>} */
        const modules = new Set();
        for (const id of ids) follow(id, modules);
        return modules;
      };
      const pages = this.getModuleInfo(join(root, PAGE_LOADS))?.dynamicallyImportedIds ?? [];
      const elsewhere = needed(pages.filter((id) => !id.startsWith(OF_CHAT)));
      const chat = needed(BEGINNINGS.chat.map((module) => join(root, module)));
      for (const part of PARTS) {
        const own = needed(BEGINNINGS[part].map((module) => join(root, module)));
        const all = part === 'shared' ? [...chat].filter((id) => elsewhere.has(id)) : own;
        for (const id of all) if (!partOf.has(id)) partOf.set(id, part);
      }
    },
  };
  return {
    plugin,
    /** All but the first view, in their order. */
    later: PARTS.filter((part) => part !== 'page'),
    /** @param {string} id @param {Part} part */
    isOf: (id, part) => partOf.get(id) === part || (part === 'page' && id.includes('rolldown/runtime')),
  };
}
