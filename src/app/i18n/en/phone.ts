/** Updates, permissions and other questions of a phone. */
export const phone = {
  'phone.update': 'Update',
  'phone.newBuild': 'A newer version is ready',
  'phone.reload': 'Restart',
  'phone.mustUpdate':
    'This version is no longer supported. Please update. What you have not sent yet is kept.',
  'phone.downloading': 'Downloading {{percent}}%',
  'phone.news': 'New in version {{version}}',
  'phone.newsText':
    'The app starts without a network, notifies you while it is closed, and receives what you share from other apps.',
  'phone.altered': 'This copy of the app was altered',
  'phone.alteredText':
    'It was made for one server, and that address was changed, so it does not connect. Install the app ' +
    'again from the original source.',
  'phone.alteredFacts': 'Server: {{base}} · Live connection: {{socket}}',
  'perm.go': 'Continue',
  'perm.notNow': 'Not now',
  'perm.wayBack': 'Allow this in the site settings of your browser, then try again.',
  'perm.notifications.title': 'Turn on notifications?',
  'perm.notifications.why':
    'You are notified of messages and calls while the app is closed. Muted chats stay quiet. Your ' +
    'browser asks next.',
  'perm.notifications.refused': 'Notifications are blocked.',
  'perm.camera.title': 'Use the camera?',
  'perm.camera.why':
    'It is used only for what you just started, such as a video call or scanning a code, and is turned ' +
    'off afterwards. Your browser asks next.',
  'perm.camera.refused': 'The camera is blocked.',
  'perm.microphone.title': 'Use the microphone?',
  'perm.microphone.why':
    'It is used while you record or call, and is turned off afterwards. Your browser asks next.',
  'perm.microphone.refused': 'The microphone is blocked.',
  'perm.video.title': 'Use camera and microphone?',
  'perm.video.why':
    'They are used while you call or check them, and are turned off afterwards. Your browser asks next.',
  'perm.video.refused': 'The camera or microphone is blocked.',
  'phone.offerNotes': 'Get notified when the app is closed?',
  'phone.offerTake': 'Turn on',
  'perm.soundOnly.begin': 'Call with sound only?',
  'perm.soundOnly.answer': 'Answer with sound only?',
  'perm.soundOnly.why':
    'The camera is blocked for this site, but the microphone is not. You can turn the camera on in the ' +
    'call once you allow it in the site settings of your browser.',
  'perm.soundOnly.goBegin': 'Call with sound',
  'perm.soundOnly.goAnswer': 'Answer with sound',
  'perm.location.title': 'Use your location?',
  'perm.location.why':
    'It is read once, for the message that you are about to send, and shown to you first. Your browser asks next.',
  'perm.location.refused': 'Your location is blocked.',
  'phone.installFirst':
    'On this phone notifications work in the installed app: press Share, then "Add to Home Screen", and open the app from there',
  'notify.message': 'New message',
  'notify.reminder': 'Reminder',
  'notify.call': 'Incoming call',
  'notify.unsent': 'A scheduled message was not sent',
  'setting.pushWords': 'Show message text in notifications',
  'sel.share': 'Share with',
  'sel.shareAction': 'Send',
  'phone.nothingShared': 'Nothing is waiting to be shared',
  'share.site': 'Shared by the website {{site}}.',
  'share.unknown': 'Shared by another app or website.',
  'share.more_one': '{{count}} earlier share is waiting.',
  'share.more_other': '{{count}} earlier shares are waiting.',
  'share.full':
    'The newest share was not accepted: too many are waiting. Send or discard them, then share it again.',
  'share.sent': 'Sent',
  'share.discard': 'Discard',
} as const;
