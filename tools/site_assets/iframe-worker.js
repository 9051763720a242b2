// Browsers start no worker for a page opened from disk. This runs the worker of the search in a
// hidden frame instead, under the name the theme looks for.
(() => {
  if (location.protocol !== "file:") return;
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const page = frame.contentDocument;
      this.ready = new Promise((done) => {
        this.inside.started = done;
        this.inside.postMessage = (data) => this.tell(data);
        this.inside.importScripts = (...urls) =>
          urls.reduce((before, each) => before.then(() => this.load(page, each)), Promise.resolve());
        this.load(page, String(url)).then(done);
      });
    }
    load(page, url) {
      return new Promise((done) => {
        const script = page.createElement("script");
        script.src = url;
        script.onload = done;
        page.body.append(script);
      });
    }
    tell(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  };
  window.Worker = window.IFrameWorker;
})();
