import { dirname, join } from 'node:path';
import { root } from './run-command.mjs';

/** What a page shows first begins with these; everything else comes later. */
const BEGINNINGS = {
  page: ['src/app/main.tsx'],
  home: [
    'src/app/whole-app.tsx',
    'src/app/screens/chats/home-page.tsx',
    'src/client/browser/browser-client.ts',
  ],
};

const ICONS = 'lucide-react';
/** `Trash2` is in `trash-2.mjs`. @param {string} name */
const fileOf = (name) => name.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z\d])(?=[A-Z][a-z])/g, '-').toLowerCase();

/**
 * The library names all icons in one file: only those that the code names are meant.
 *
 * @param {string} code
 * @param {string} library
 * @param {Set<string>} seen
 */
function addIcons(code, library, seen) {
  const folder = dirname(library);
  seen.add(join(folder, 'createLucideIcon.mjs'));
  seen.add(join(root, 'src/app/kit/icon.ts'));
  for (const [, list = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)) {
    for (const name of list.split(','))
      seen.add(join(folder, 'icons', `${fileOf(name.trim().split(' ')[0] ?? '')}.mjs`));
  }
}

/**
 * Knows which modules the first page needs, and which the list of chats needs beside it, so that each of the
 * two comes as one file and neither carries what only other pages share.
 */
export function pageParts() {
  /** @type {Record<keyof typeof BEGINNINGS, Set<string>>} */
  const found = { page: new Set(), home: new Set() };
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'page-parts',
    apply: 'build',
    buildEnd() {
      /** @param {string} id @param {Set<string>} seen */
      const follow = (id, seen) => {
        if (seen.has(id)) return;
        seen.add(id);
        const info = this.getModuleInfo(id);
        for (const next of info?.importedIds ?? [])
          if (next.includes(ICONS)) addIcons(info?.code ?? '', next, seen);
          else follow(next, seen);
      };
      for (const module of BEGINNINGS.page) follow(join(root, module), found.page);
      for (const module of BEGINNINGS.home) follow(join(root, module), found.home);
    },
  };
  return {
    plugin,
    /** @param {string} id */
    isFirst: (id) => found.page.has(id) || id.includes('rolldown/runtime'),
    /** @param {string} id */
    isHome: (id) => found.home.has(id) && !found.page.has(id),
  };
}
