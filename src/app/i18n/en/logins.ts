/** The devices on which the user is logged in. */
export const logins = {
  'logins.title': 'Devices',
  'logins.hint': 'Where you are logged in',
  'logins.here': 'This device',
  'logins.others': 'Other devices',
  'logins.none': 'You are logged in on this device only',
  'logins.unknown': 'Unknown device',
  'logins.since': 'logged in {{time}}',
  'logins.used': 'last used {{time}}',
  'logins.end': 'Log out',
  'logins.endOf': 'Log out {{device}}',
  'logins.endAsk': 'Log out {{device}}?',
  'logins.endText': "This takes effect at once. If you don't know the device, change your password as well.",
  'logins.ended': '{{device}} is logged out',
  'logins.endOthers': 'Log out all other devices',
  'logins.endOthersAsk': 'Log out all other devices?',
  'logins.endedOthers': 'All other devices are logged out',
} as const;
