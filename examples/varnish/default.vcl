vcl 4.1;
# From the package varnish-modules.
import xkey;

backend default { .host = "127.0.0.1"; .port = "3000"; }
acl purgers { "127.0.0.1"; "::1"; }

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) { return (synth(403)); }
    if (req.http.xkey-purge == "*") {
      ban("obj.status != 0");
    } else {
      set req.http.purged = xkey.purge(req.http.xkey-purge);
    }
    return (synth(200));
  }
  # Sessions are sent with this header. Without it, no page and no response of the API depends on a cookie.
  if (req.url !~ "^/(admin|auth)(/|$)" && !req.http.X-Kalends-Session) { unset req.http.Cookie; }
  if (req.http.X-Kalends-Session || req.http.X-Event-Password) { return (pass); }
}

sub vcl_backend_response {
  # Without this line, Varnish serves expired responses for 10 more seconds.
  set beresp.grace = 0s;
}

sub vcl_deliver { unset resp.http.Xkey; }
