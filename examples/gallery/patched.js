// Simulates an old library and an analytics script that patch built-in objects.
/* oxlint-disable no-extend-native -- that is what this page shows */
(() => {
  const added = {
    first() {
      return this[0];
    },
    last() {
      return this[this.length - 1];
    },
    each(visit) {
      for (let index = 0; index < this.length; index++) visit(this[index], index);
      return this;
    },
    remove(item) {
      const at = this.indexOf(item);
      if (at >= 0) this.splice(at, 1);
      return this;
    },
    // Some old libraries define this name; the standard method is called `flat`.
    flatten() {
      return this.reduce((all, one) => all.concat(Array.isArray(one) ? one.flatten() : one), []);
    },
  };
  // Plain assignment makes the methods enumerable, so that for...in over an array lists them.
  for (const name of Object.keys(added)) Array.prototype[name] = added[name];
  // Wraps existing methods to count their calls.
  const calls = {};
  for (const name of ['push', 'map', 'filter', 'forEach', 'includes']) {
    const own = Array.prototype[name];
    Array.prototype[name] = function counted(...given) {
      calls[name] = (calls[name] ?? 0) + 1;
      return own.apply(this, given);
    };
  }

  const originalFetch = window.fetch;
  const requests = [];
  window.fetch = function fetch(address, options) {
    requests.push(`${options?.method ?? 'GET'} ${address.url ?? address}`);
    return originalFetch.call(window, address, options).then(answer => {
      void answer.clone().text();
      return answer;
    });
  };
  window.counter = { asked: requests, calls };
})();
