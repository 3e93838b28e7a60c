/** Content that another app shared, stored by the service worker under the same names. */
export const SHARED = 'shared';

export const forgetShared = (): Promise<boolean> =>
  'caches' in window ? caches.delete(SHARED) : Promise.resolve(false);
