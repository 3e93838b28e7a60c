import { addressesOf, hostPrint, type Addresses } from '../../domain/fixed-host.ts';

export type { Addresses };

/**
 * Written here by a build for one host (`PARLEY_HOST`), with its print; empty: the host is where the page
 * came from.
 */
declare const HOST_OF_THIS_BUILD: string;
declare const PRINT_OF_THIS_BUILD: string;

/** The address of this page's server (PHONE-6). */
export function pageAddresses(): Addresses {
  const { origin } = window.location;
  if (typeof PRINT_OF_THIS_BUILD === 'undefined' || PRINT_OF_THIS_BUILD === '')
    return addressesOf(origin, hostPrint(origin));
  return addressesOf(HOST_OF_THIS_BUILD, PRINT_OF_THIS_BUILD);
}
