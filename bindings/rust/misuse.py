"""Programs in Rust that must not compile, with what rustc says, and beside each the program that does.

A program is the body of `fn program()`, with the names of PRELUDE. Each differs from its right form in what is
wrong alone, so that nothing else can be the reason.
"""

PRELUDE = """#![allow(unused, dead_code)]
use libvrm::*;
use std::time::Duration;
fn bytes() -> Vec<u8> { todo!() }
fn model() -> Model<'static> { todo!() }
fn avatar() -> Avatar<'static> { todo!() }
fn crowd() -> Crowd<'static> { todo!() }
fn id() -> AvatarId { todo!() }
fn clip() -> Clip { todo!() }
fn companion() -> Companion<'static> { todo!() }
fn sender() -> VmcSender { todo!() }
fn receiver() -> VmcReceiver { todo!() }
fn keep<T>(value: T) {}
fn send<T: Send>(value: T) {}
fn sync<T: Sync>(value: T) {}
fn program() {
%s
}
"""

# (what is wrong, the error, the program, what is wrong in it, what is right)
PROGRAMS = [
    ("a slice of a frame is kept over an update", "E0502",
     "let mut a = avatar(); let w = a.frame().world(); @ keep(w);", "a.update(0.1);", ""),
    ("a frame is kept over a change of the root", "E0502",
     "let mut a = avatar(); let f = a.frame(); @ keep(f.local().len());", "a.set_root(&Trs::IDENTITY);", ""),
    ("the pose is kept while the frame is read", "E0502",
     "let mut a = avatar(); let l = a.locals(); @ l[0] = Trs::IDENTITY;", "a.frame();", ""),
    ("the pose is borrowed twice", "E0499",
     "let mut a = avatar(); let l = a.locals(); @ keep(l);", "a.locals()[0] = Trs::IDENTITY;", ""),
    ("a slice outlives its avatar", "E0505",
     "let a = avatar(); let w = a.frame().world(); @ keep(w);", "drop(a);", ""),
    ("an avatar that is not mutable is updated", "E0596",
     "let @ = avatar(); a.update(0.1);", "a", "mut a"),
    ("a model outlives its bytes", "E0505",
     "let b = bytes(); let m = Model::load(&b).unwrap(); @ keep(m);", "drop(b);", ""),
    ("an avatar outlives the bytes of its model", "E0505",
     "let b = bytes(); let m = Model::load(&b).unwrap(); let a = Avatar::new(&m).unwrap(); drop(m); @ keep(a);",
     "drop(b);", ""),
    ("a model that borrows its bytes goes to a thread that may outlive them", "E0597",
     "let b = bytes(); let m = Model::@(&b).unwrap(); std::thread::spawn(move || keep(m));", "load", "load_copy"),
    ("a model is used after its payload was dropped", "E0382",
     "let m = model(); let n = m.without_payload(); keep(@.name().len());", "m", "n"),
    ("bytes of an image outlive their payload", "E0505",
     "let m = model(); let i = m.image_bytes(0); @ keep(i.is_ok());", "m.without_payload();", ""),
    ("a view of the tables outlives the model", "E0505",
     "let m = model(); let n = m.gltf().nodes().get(0); @ keep(n.map(|n| n.name()));", "drop(m);", ""),
    ("a diagnostic outlives its report", "E0505",
     "let e = Model::load(b\"\").unwrap_err(); let d = e.diagnostic(); @ keep(d.map(|d| d.code()));", "drop(e);", ""),
    ("an avatar is shared by two threads", "E0277",
     "let a = avatar(); @(&a);", "send", "keep"),
    ("an avatar is Sync", "E0277", "@(avatar());", "sync", "send"),
    ("a crowd is Sync", "E0277", "@(crowd());", "sync", "send"),
    ("a recorder is Sync", "E0277",
     "@(Recorder::new(&RecorderOptions::default()).unwrap());", "sync", "send"),
    ("an edit is Sync", "E0277", "@(Edit::new(b\"\").unwrap());", "sync", "send"),
    ("a member of a crowd is kept over its update", "E0502",
     "let mut c = crowd(); let a = c.get(id()); @ keep(a);", "c.update(0.1);", ""),
    ("a member of a crowd is kept over its removal", "E0499",
     "let mut c = crowd(); let i = id(); let a = c.get_mut(i); @ keep(a);", "c.remove(i);", ""),
    ("two members of a crowd are changed at once", "E0499",
     "let mut c = crowd(); let a = c.get_mut(id()); @ keep(a);", "let b = c.get_mut(id());", ""),
    ("an avatar is put into a crowd", "E0308",
     "let mut c = crowd(); let a = avatar(); @", "*c.get_mut(id()).unwrap() = a;", "keep((c, a));"),
    ("a crowd has the avatar of a model that it outlives", "E0505",
     "let b = bytes(); let m = Model::load(&b).unwrap(); let mut c = Crowd::new(CrowdOptions::default()).unwrap();"
     " c.add(&m, &AvatarOptions::default()).unwrap(); drop(m); @ keep(c);", "drop(b);", ""),
    ("workers hold what only one thread may use", "E0277",
     "struct W(@<u8>); impl Workers for W { fn run(&self, work: &(dyn Fn() + Sync)) { work(); } }",
     "std::rc::Rc", "std::sync::Arc"),
    ("a worker keeps the work", "E0521",
     "struct W; impl Workers for W { fn run(&self, work: &(dyn Fn() + Sync)) { @ } }",
     "std::thread::spawn(move || work());", "std::thread::scope(|s| { s.spawn(move || work()); });"),
    ("a constant of another enumeration", "E0308",
     "avatar().set_bone_rotation(@, Quat::default());", "Preset::HAPPY", "Bone::HEAD"),
    ("a number instead of a constant", "E0308",
     "avatar().clear_expression_layer(@);", "3", "ExpressionLayer::BLINK"),
    ("a vector instead of a rotation", "E0308",
     "avatar().set_bone_rotation(Bone::HEAD, @::default());", "Vec3", "Quat"),
    ("an expression that may not be there", "E0308",
     "avatar().set_expression(model().find_expression(\"happy\")@, 1.0);", "", ".unwrap()"),
    ("a result that is not looked at", "E0308",
     "let m: Model = Model::load(b\"\")@;", "", ".unwrap()"),
    ("a signed index", "E0308", "model().read_floats(@);", "-1i32", "1"),
    ("the events of a mixer are kept over its next update", "E0499",
     "let (mut m, mut p) = (Mixer::new(), Pose::new()); let e = m.update(Duration::ZERO, &mut p); @ keep(e);",
     "m.update(Duration::ZERO, &mut Pose::new());", ""),
    ("a slot of a mixer is kept over an update", "E0499",
     "let mut m = Mixer::new(); let mut s = m.slot(0); @ keep(s);", "m.update(Duration::ZERO, &mut Pose::new());", ""),
    ("a pose is blended with itself", "E0502",
     "let (mut p, q) = (Pose::new(), Pose::new()); p.blend(@, 0.5);", "&p", "&q"),
    ("the name of a clip outlives it", "E0505",
     "let c = clip(); let i = c.info(); @ keep(i.name());", "drop(c);", ""),
    ("the JSON of an edit is kept over its next operation", "E0499",
     "let mut e = Edit::new(b\"\").unwrap(); let t = e.get(\"/asset\"); @ keep(t);", "e.remove(\"/asset\");", ""),
    ("an edit outlives the bytes of its file", "E0505",
     "let b = bytes(); let e = Edit::new(&b).unwrap(); @ keep(e);", "drop(b);", ""),
    ("a change outlives its file", "E0505",
     "let f = Edit::new(b\"\").unwrap().write().unwrap(); let c = f.changes().next(); @ keep(c.map(|c| c.code()));",
     "drop(f);", ""),
    ("a companion outlives the bytes of its model", "E0505",
     "let b = bytes(); let m = Model::load(&b).unwrap(); let c = Companion::new(&m).unwrap(); drop(m); @ keep(c);",
     "drop(b);", ""),
    ("a face map outlives the bytes of its model", "E0505",
     "let b = bytes(); let m = Model::load(&b).unwrap(); let f = FaceMap::new(&m); drop(m); @ keep(f);", "drop(b);", ""),
    ("a frame is kept while a companion moves its avatar", "E0502",
     "let (mut c, mut a) = (companion(), avatar()); let f = a.frame(); @ keep(f.local().len());",
     "c.update(&mut a, None, Duration::ZERO);", ""),
    ("a companion moves an avatar that is not mutable", "E0596",
     "let (mut c, @) = (companion(), avatar()); c.update(&mut a, None, Duration::ZERO);", "a", "mut a"),
    ("a companion is Sync", "E0277", "@(companion());", "sync", "send"),
    ("a VMC receiver is Sync", "E0277", "@(receiver());", "sync", "send"),
    ("a VMC sender is Sync", "E0277", "@(sender());", "sync", "send"),
    ("a voice is Sync", "E0277", "@(Voice::new(16000).unwrap());", "sync", "send"),
    ("one voice speaks for two companions at once", "E0499",
     "let mut v = Voice::new(16000).unwrap(); let a = &mut v; @ companion().say_samples(a, &[0.0]);",
     "companion().say_samples(&mut v, &[0.0]);", ""),
    ("datagrams are kept over the next frame of their sender", "E0499",
     "let (mut s, p) = (sender(), Pose::new()); let d = s.write(&p, None, 0.0); @ keep(d.count());",
     "s.write(&p, None, 1.0);", ""),
    ("a datagram outlives its sender", "E0505",
     "let mut s = sender(); let d = s.write(&Pose::new(), None, 0.0).next(); @ keep(d);", "drop(s);", ""),
    ("the facts of a frame are kept over the next datagram", "E0502",
     "let mut r = receiver(); let f = r.frame(); @ keep(f.clock);", "r.add(b\"\", Duration::ZERO);", ""),
    ("the facts of a speech outlive it", "E0505",
     "let s = Speech::new(&[], Alphabet::IPA).unwrap(); let i = s.info(); @ keep(i.end);", "drop(s);", ""),
    ("an object of C without unsafe", "E0133",
     "let r = @ { Report::from_raw(std::ptr::null_mut()) };", "", "unsafe"),
]
