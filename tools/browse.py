#!/usr/bin/env python3
"""python3 tools/browse.py SITE [PICTURES]: opens every page of the built site in headless Chromium, on
a telephone's and a desk's width. Fails where a page does not load, has an error in the console, asks
another host, links to nothing, lacks a picture, or is wider than the telephone. Takes a picture of
each into PICTURES. Debian's chromium is enough; no network is used."""

import base64
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

WIDTHS = {390: 844, 1280: 900}
# A function of the width: a telephone's browser shrinks a page that is too wide until it fits.
FOUND_IN_PAGE = """((width) => {
  const at = (element) => element.getBoundingClientRect();
  const scrolls = (element) => {
    for (let e = element; e; e = e.parentElement)
      if (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX)) return true;
    return false;
  };
  return {
    title: document.title,
    words: document.body.innerText.split(/\\s+/).length,
    links: [...document.querySelectorAll("a[href]")].map((a) => a.href),
    anchors: [...document.querySelectorAll("[id], a[name]")].map((e) => e.id || e.name),
    pictures: [...document.images].filter((i) => !i.complete || i.naturalWidth === 0)
      .map((i) => i.src),
    overflow: document.documentElement.scrollWidth - width,
    wide: [...document.body.querySelectorAll("*")]
      .filter((e) => at(e).right > width + 1 && !scrolls(e)).slice(-3)
      .map((e) => e.tagName + " " + e.className + ": " + e.textContent.trim().slice(0, 60)),
    height: document.documentElement.scrollHeight,
  };
})"""


class Browser:
    """Chromium, spoken to by the DevTools protocol through a pair of pipes."""

    def __init__(self, profile):
        command_in, self.to = os.pipe()
        self.answers, answers_out = os.pipe()

        def pipes():
            # In the child, where Chromium wants them to be 3 and 4.
            spare_in, spare_out = os.dup(command_in), os.dup(answers_out)
            for spare, place in ((spare_in, 3), (spare_out, 4)):
                os.dup2(spare, place)
                os.set_inheritable(place, True)

        program = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--no-first-run", f"--user-data-dir={profile}",
             "--remote-debugging-pipe", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_in)
        os.close(answers_out)
        self.rest = b""
        self.number = 0
        self.events = []

    def message(self):
        while b"\0" not in self.rest:
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                sys.exit("The browser went away.")
            self.rest += piece
        first, self.rest = self.rest.split(b"\0", 1)
        return json.loads(first)

    def ask(self, method, session=None, **parameters):
        self.number += 1
        question = {"id": self.number, "method": method, "params": parameters}
        if session:
            question["sessionId"] = session
        os.write(self.to, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def wait_for(self, method):
        while not any(event["method"] == method for event in self.events):
            event = self.message()
            if "method" in event:
                self.events.append(event)

    def close(self):
        self.ask("Browser.close")
        self.process.wait(20)


def visit(browser, session, url, width):
    """What is wrong with a page at a width, and what is on it."""
    browser.ask("Emulation.setDeviceMetricsOverride", session, width=width, height=WIDTHS[width],
                deviceScaleFactor=1, mobile=width < 600)
    browser.events.clear()
    browser.ask("Page.navigate", session, url=url)
    browser.wait_for("Page.loadEventFired")
    page = browser.ask("Runtime.evaluate", session, expression=f"{FOUND_IN_PAGE}({width})",
                       returnByValue=True)["result"]["value"]
    return page, list(complaints(browser.events, url))


def complaints(events, url):
    host = "/".join(url.split("/")[:3])
    for event in events:
        what = event["params"]
        if event["method"] == "Runtime.exceptionThrown":
            yield "exception: " + what["exceptionDetails"]["text"]
        elif event["method"] == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning"):
            yield "console: " + str(what["args"][:1])
        elif event["method"] == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            yield "log: " + what["entry"]["text"] + " " + what["entry"].get("url", "")
        elif event["method"] == "Network.requestWillBeSent":
            asked = what["request"]["url"]
            if not asked.startswith((host, "data:")):
                yield "asks another host: " + asked
        elif event["method"] == "Network.responseReceived" and what["response"]["status"] >= 400:
            yield f"status {what['response']['status']}: {what['response']['url']}"


def broken_links(pages, site, root):
    """Links within the site to no file, or to no place of its page."""
    for name, page in pages.items():
        for link in sorted(set(page["links"])):
            if not link.startswith(root):
                continue
            target, _, anchor = link[len(root):].partition("#")
            target = target.split("?")[0] or "index.html"
            if target.endswith("/"):
                target += "index.html"
            if not (site / target).is_file():
                yield f"{name}: links to {target}, which is not there"
            elif anchor and target in pages and anchor not in pages[target]["anchors"]:
                yield f"{name}: links to {target}#{anchor}, a place that is not there"


def serve(site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                             functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def picture(browser, session, page, width, file):
    height = min(page["height"], 12000)
    shot = browser.ask("Page.captureScreenshot", session, captureBeyondViewport=True,
                       clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
    file.write_bytes(base64.b64decode(shot["data"]))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    names = sorted(str(file.relative_to(site)) for file in site.rglob("*.html")
                   if "deps" not in file.relative_to(site).parts)
    root = serve(site)
    problems, pages = [], {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            browser.ask(domain + ".enable", session)
        for name in names:
            for width in WIDTHS:
                page, wrong = visit(browser, session, root + name, width)
                pages[name] = page
                if page["words"] < 20:
                    wrong.append("next to nothing on it")
                wrong += ["picture that is not there: " + source for source in page["pictures"]]
                if page["overflow"] > 0:
                    wrong.append(f"{page['overflow']} pixels too wide: {page['wide']}")
                problems += [f"{name} at {width}: {what}" for what in wrong]
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                    file = name.replace("/", "-").replace(".html", f"-{width}.png")
                    picture(browser, session, page, width, pictures / file)
        browser.close()
    problems += broken_links(pages, site, root)
    print("\n".join(problems))
    print(f"{len(names)} pages at {len(WIDTHS)} widths, {len(problems)} problems")
    sys.exit(len(problems) > 0)


main()
