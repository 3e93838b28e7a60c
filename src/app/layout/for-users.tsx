import type { ComponentType } from 'react';
import { isGuest } from '../../domain/guests.ts';
import { useStore } from '../shared/client-context.ts';
import NotFound from './not-found.tsx';

interface PageModule {
  readonly default: ComponentType;
}

const ForUsers = ({ page: Page }: { readonly page: ComponentType }) =>
  useStore((state) => isGuest(state.self)) ? <NotFound /> : <Page />;

/** A page that does not exist for a guest (GUEST-4). */
export async function forUsers(load: () => Promise<PageModule>): Promise<PageModule> {
  const { default: page } = await load();
  return { default: () => <ForUsers page={page} /> };
}
