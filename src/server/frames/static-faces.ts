/**
 * Pictures of contacts without one: base-protocol clients draw the picture of an address, and nothing without
 * one.
 */
export const STATIC_FACES = {
  notice: '/static/notice.svg',
  favourites: '/static/favourites.svg',
  person: '/static/person.svg',
  group: '/static/group.svg',
} as const;
