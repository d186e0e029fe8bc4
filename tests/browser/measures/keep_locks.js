// Keeps every wake lock that the browser gives to the page.
export default () => {
  const here = /** @type {any} */ (window);
  if (!navigator.wakeLock) return;
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  here.locks = [];
  navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind);
    here.locks.push(lock);
    return lock;
  };
};
